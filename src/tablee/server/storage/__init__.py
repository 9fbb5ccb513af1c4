"""What the server keeps: tables, their logs, and snapshots to reopen long ones from."""
