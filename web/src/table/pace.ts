// The pace of the table. Bots play a turn at once; people see it step by step, at their own speed.

/** Milliseconds for a step. Whoever chose "step" asks for each one. */
export const SPEEDS = {
  step: Number.POSITIVE_INFINITY,
  slow: 1300,
  normal: 560,
  fast: 220,
  once: 0,
};

export type Speed = keyof typeof SPEEDS;

interface Step {
  show(): void;
  /** In milliseconds. It is asked when the step is shown. */
  duration(): number;
  /** The player's own step is shown at once. */
  own?: boolean;
}

export class Pace {
  private line: Step[] = [];
  private resting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` hears how many steps wait. */
  constructor(private readonly changed: (waiting: number) => void = () => {}) {}

  add(step: Step): void {
    if (step.own) this.flush();
    this.line.push(step);
    if (this.resting) this.changed(this.line.length);
    else this.next();
  }

  /** Shows the next step, and those that take no time. */
  next(): void {
    clearTimeout(this.timer);
    this.resting = false;
    for (let step = this.line.shift(); step && !this.resting; ) {
      step.show();
      const duration = step.duration();
      this.resting = duration > 0;
      if (!this.resting) step = this.line.shift();
      else if (Number.isFinite(duration)) this.timer = setTimeout(() => this.next(), duration);
    }
    this.changed(this.line.length);
  }

  /** Shows all waiting steps at once. */
  flush(): void {
    clearTimeout(this.timer);
    this.resting = false;
    const waiting = this.line;
    this.line = [];
    for (const step of waiting) step.show();
    this.changed(0);
  }
}
