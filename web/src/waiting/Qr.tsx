// A link as a QR code, for the camera of a phone.

import { encode } from "uqr";

/** The margin without which cameras do not find a code. */
const BORDER = 4;

export default function Qr(props: { text: string; label: string }) {
  const code = () => encode(props.text, { ecc: "M", border: BORDER });
  const dark = () =>
    code()
      .data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")))
      .join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${code().size} ${code().size}`}
      role="img"
      aria-label={props.label}
    >
      <title>{props.label}</title>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark()} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
