import { leavesSite, linkAddress } from './link-address.ts';
import type { Element } from './paste-nodes.ts';
import { isBold, isItalic, type Style } from './paste-style.ts';
import { openTag } from './write-line.ts';

/** The order in which marks stand around words, the outermost first. */
const order = ['a', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup'];
const names: Record<string, string> = {
  ...{ u: 'u', ins: 'u', s: 's', del: 's', strike: 's', sub: 'sub', sup: 'sup' },
  ...{ code: 'code', kbd: 'code', samp: 'code', tt: 'code' },
};

/** The marks inside an element: those around it, changed by its name and by what its style means. */
export function marksInside(
  { name, attribs }: Element,
  style: Style,
  around: readonly string[],
  isHeading: boolean,
): readonly string[] {
  const marks = new Map(around.map((mark) => [nameOf(mark), mark]));
  const set = (mark: string, isOn: boolean | null) => {
    if (isOn) marks.set(mark, `<${mark}>`);
    else if (isOn === false) marks.delete(mark);
  };
  set('strong', isHeading ? null : isBold(name, style));
  set('em', isItalic(name, style));
  const own = names[name];
  if (own) set(own, true);
  const line = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
  if (/line-through/.test(line)) set('s', true);
  if (style['vertical-align'] === 'super') set('sup', true);
  if (style['vertical-align'] === 'sub') set('sub', true);
  const href = name === 'a' ? pastedAddress(attribs.href ?? '') : null;
  if (href !== null) marks.set('a', openTag('a', { href, rel: leavesSite(href) ? 'noopener' : null }));
  // Links are underlined by themselves.
  if (/underline/.test(line) && !marks.has('a')) set('u', true);
  if (marks.has('a')) marks.delete('u');
  return order.flatMap((mark) => marks.get(mark) ?? []);
}

/** Google sends its links through itself; places within another page lead nowhere here. */
function pastedAddress(given: string): string | null {
  if (given.trim().startsWith('#')) return null;
  const address = linkAddress(given);
  if (address === null) return null;
  const url = URL.parse(address);
  const through =
    url?.pathname === '/url' && /(?:^|\.)google\.[a-z.]+$/.test(url.hostname)
      ? url.searchParams.get('q')
      : null;
  return through === null ? address : linkAddress(through);
}

function nameOf(mark: string): string {
  return /^<([a-z]+)/.exec(mark)?.[1] ?? '';
}
