import { t } from "../i18n";
import type { Seat } from "../net/protocol";

export const seatName = (seats: readonly Seat[], seat: number): string =>
  seats[seat]?.name || t("seat", { number: seat + 1 });

export const isFree = (seat: Seat): boolean => (seat.kind ?? "open") === "open";
