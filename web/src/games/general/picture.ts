// A game's own drawing. Only shapes and texts reach the page, nothing that acts or fetches.

const SHAPES = new Set(
  (
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc " +
    "linearGradient radialGradient stop pattern clipPath mask marker"
  ).split(" "),
);

export const isShape = (element: string): boolean => SHAPES.has(element);

/** Styles are not harmless: the page's policy forbids them. */
export function isHarmless(attribute: string, value: string): boolean {
  const name = attribute.toLowerCase();
  if (name.startsWith("on") || name === "style" || name === "class") return false;
  if (name === "href" || name === "xlink:href") return value.startsWith("#");
  return !/url\((?!\s*["']?#)/i.test(value);
}

/** Null if the text is no picture. */
export function readPicture(text: string): SVGSVGElement | null {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(read instanceof SVGSVGElement)) return null;
  for (const element of [read, ...read.querySelectorAll("*")]) {
    if (!isShape(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes])
      if (!isHarmless(name, value)) element.removeAttribute(name);
  }
  return document.importNode(read, true);
}

/** The cells of a drawing by name. Of several elements with one name, the first counts. */
export function cellsOf(picture: SVGSVGElement | null): Map<string, SVGGraphicsElement> {
  const found = new Map<string, SVGGraphicsElement>();
  for (const element of picture?.querySelectorAll<SVGGraphicsElement>("[data-cell]") ?? []) {
    const name = element.dataset.cell;
    if (name && !found.has(name)) found.set(name, element);
  }
  return found;
}

const RADIUS: Record<string, number> = { open: 0.14, focus: 0.43 };
const SVG = "http://www.w3.org/2000/svg";

/** Puts a mark on the middle of a cell. */
export function markOn(cell: SVGGraphicsElement, kind: string): SVGElement {
  const box = cell.getBBox();
  const mark = document.createElementNS(SVG, "circle");
  const size = Math.min(box.width, box.height);
  mark.setAttribute("class", `mark ${kind}`);
  mark.setAttribute("cx", String(box.x + box.width / 2));
  mark.setAttribute("cy", String(box.y + box.height / 2));
  mark.setAttribute("r", String(size * (RADIUS[kind] ?? 0.4)));
  mark.setAttribute("stroke-width", String(size * 0.07));
  const transform = cell.getAttribute("transform");
  if (transform) mark.setAttribute("transform", transform);
  cell.after(mark);
  return mark;
}
