"""The database of the server: tables, their logs, and snapshots of long ones."""
