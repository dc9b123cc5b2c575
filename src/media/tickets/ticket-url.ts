import { type Conversion, conversions } from '../contract.ts';

export interface TicketUrl {
  token: string;
  pass: string | null;
  as: Conversion | null;
  /** Chosen by the client, not sanitized yet. */
  name: string | null;
}

const patterns = {
  pass: /^[\w-]+$/,
  as: new RegExp(`^(?:${conversions.join('|')})$`),
  name: /^[^&]*$/,
};

export function parseTicketUrl(path: string): TicketUrl | null {
  const queryIndex = path.indexOf('?');
  if (queryIndex < 0) return { token: path, pass: null, as: null, name: null };
  const values: Record<keyof typeof patterns, string | null> = { pass: null, as: null, name: null };
  for (const part of path.slice(queryIndex + 1).split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2);
    if (!isKnown(name) || values[name] !== null || !patterns[name].test(value)) return null;
    values[name] = value;
  }
  const as = conversions.find((conversion) => conversion === values.as) ?? null;
  // Invalid UTF-8 is replaced, not rejected.
  const name = new URLSearchParams(`name=${values.name ?? ''}`).get('name') || null;
  return { token: path.slice(0, queryIndex), pass: values.pass, as, name };
}

function isKnown(name: string): name is keyof typeof patterns {
  return Object.hasOwn(patterns, name);
}
