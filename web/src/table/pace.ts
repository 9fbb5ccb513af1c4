// The pace of the table. Bots play a turn at once; people see it step by step, unless the line of
// steps gets too long.

interface Step {
  show(): void;
  /** In milliseconds. */
  duration: number;
}

const LONGEST_LINE = 12;

export class Pace {
  private line: Step[] = [];
  private busy = false;

  constructor(
    private readonly wait: (run: () => void, ms: number) => void = (run, ms) => {
      setTimeout(run, ms);
    },
  ) {}

  add(step: Step): void {
    this.line.push(step);
    if (this.line.length > LONGEST_LINE) this.flush();
    else if (!this.busy) this.next();
  }

  /** Shows all waiting steps at once. */
  flush(): void {
    const waiting = this.line;
    this.line = [];
    for (const step of waiting) step.show();
  }

  private next(): void {
    const step = this.line.shift();
    if (!step) {
      this.busy = false;
      return;
    }
    this.busy = true;
    step.show();
    if (step.duration <= 0) this.next();
    else this.wait(() => this.next(), step.duration);
  }
}
