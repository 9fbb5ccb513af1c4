// Bots play a whole turn in a blink. People want to see each step: what happened waits in line and
// is shown one after the other, unless there is too much of it.

export interface Step {
  show(): void;
  /** Milliseconds it needs to be seen. */
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

  get idle(): boolean {
    return !this.busy && this.line.length === 0;
  }

  add(step: Step): void {
    this.line.push(step);
    if (this.line.length > LONGEST_LINE) this.flush();
    else if (!this.busy) this.next();
  }

  /** Show all that waits at once. */
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
