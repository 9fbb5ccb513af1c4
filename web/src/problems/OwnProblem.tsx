// A problem that came with a link.

import { ProblemPage } from "./ProblemPage";
import { tp } from "./texts";

export default function OwnProblem(props: { text: string }) {
  return <ProblemPage problem={props.text} title={tp("own-problem")} book={tp("by-link")} />;
}
