// A socket to a table that reconnects by itself and loses nothing. The server numbers its entries;
// the page tells the last number it saw, and repeats open requests under their old ids.

import { language } from "../i18n";
import type { AnyAnswer, AnyRequest, Deed } from "./protocol";

export type Connection = "connecting" | "open" | "lost" | "gone";

interface Listener {
  heard(answer: AnyAnswer): void;
  connection(state: Connection): void;
  /** The number of the last entry seen. */
  last(): number | null;
}

/** A request without its id. */
type Wish<D = Deed> = D extends Deed ? Omit<D, "ack"> : never;

const SLOWEST = 5000;
/** The page pings the server after so long a silence. */
const SILENCE = 15_000;
const NO_TABLE = 4004;

export class Live {
  private socket: WebSocket | null = null;
  private closed = false;
  private failures = 0;
  private timer = 0;
  private pulse = 0;
  private heardAt = 0;
  private acks = 0;
  private readonly session = Math.random().toString(36).slice(2, 10);
  private readonly waiting = new Map<string, Wish>();

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.connect();
    window.addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Sends a request and returns its id. */
  send(deed: Wish): string {
    const ack = `${this.session}-${++this.acks}`;
    const last = this.listener.last();
    // What has no version says what the page had seen: by it the server knows an old request.
    const wish = "version" in deed || last === null ? deed : { ...deed, last };
    this.waiting.set(ack, wish);
    this.transmit({ ...wish, ack });
    return ack;
  }

  /** The server has answered the request. */
  settle(ack: string | undefined): void {
    if (ack) this.waiting.delete(ack);
  }

  resume(last: number): void {
    this.transmit({ type: "resume", last });
  }

  /** Asks for the next turn at a table of bots. */
  goOn(version: number): void {
    this.transmit({ type: "go-on", version });
  }

  /** Connects anew, as the guest that the cookies name now. */
  reopen(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  private readonly hurry = () => {
    if (document.visibilityState === "visible" && !this.socket && !this.closed) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private transmit(message: AnyRequest): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      const last = this.listener.last();
      this.transmit({
        type: "hello",
        previews: true,
        presence: true,
        language: language(),
        ...(last === null ? {} : { last }),
      });
      for (const [ack, deed] of this.waiting) this.transmit({ ...deed, ack });
      this.heardAt = Date.now();
      clearInterval(this.pulse);
      this.pulse = window.setInterval(() => this.check(), SILENCE / 3);
    };
    socket.onmessage = (message) => {
      this.failures = 0;
      this.heardAt = Date.now();
      this.listener.connection("open");
      this.listener.heard(JSON.parse(message.data as string) as AnyAnswer);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      clearInterval(this.pulse);
      if (event.code === NO_TABLE) {
        this.listener.connection("gone");
        return;
      }
      this.listener.connection("lost");
      const delay = Math.min(SLOWEST, 300 * 2 ** this.failures++) * (0.75 + Math.random() / 2);
      this.timer = window.setTimeout(() => this.connect(), delay);
    };
  }

  /** In a tunnel or a sleeping laptop a connection dies without an event. */
  private check(): void {
    const silent = Date.now() - this.heardAt;
    if (silent > 2 * SILENCE) {
      const dead = this.socket;
      dead?.close();
      dead?.onclose?.(new CloseEvent("close"));
    } else if (silent > SILENCE) this.transmit({ type: "ping" });
  }
}
