import { type Conversion, conversions } from './contract.ts';

/** What may stand behind a ticket in the address of a file. */
export interface MediaAddress {
  token: string;
  /** What opens it, where files are proved for. */
  pass: string | null;
  /** What the file is to be turned into. */
  as: Conversion | null;
  /** What it is to be called, as whoever has the address wrote it: made safe where it is used. */
  name: string | null;
}

const shapes = {
  pass: /^[\w-]+$/,
  as: new RegExp(`^(?:${conversions.join('|')})$`),
  name: /^[^&]*$/,
};

/** What follows `/media/`; null for anything we never write, a name given twice among it. */
export function readAddress(address: string): MediaAddress | null {
  const mark = address.indexOf('?');
  if (mark < 0) return { token: address, pass: null, as: null, name: null };
  const given: Record<keyof typeof shapes, string | null> = { pass: null, as: null, name: null };
  for (const part of address.slice(mark + 1).split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2);
    if (!isKnown(name) || given[name] !== null || !shapes[name].test(value)) return null;
    given[name] = value;
  }
  const as = conversions.find((one) => one === given.as) ?? null;
  // An empty one is none. What is no UTF-8 is replaced, not refused.
  const name = new URLSearchParams(`name=${given.name ?? ''}`).get('name') || null;
  return { token: address.slice(0, mark), pass: given.pass, as, name };
}

function isKnown(name: string): name is keyof typeof shapes {
  return Object.hasOwn(shapes, name);
}
