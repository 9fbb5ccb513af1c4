import { createSignal } from "solid-js";
import { t } from "../i18n";
import { tp } from "./texts";

export function CopyLink(props: { link: string }) {
  const [copied, setCopied] = createSignal("");
  return (
    <button
      type="button"
      onClick={() => {
        const link = props.link;
        navigator.clipboard?.writeText(link).then(
          () => setCopied(link),
          () => {},
        );
      }}
    >
      {copied() === props.link ? t("copied") : tp("copy-link")}
    </button>
  );
}
