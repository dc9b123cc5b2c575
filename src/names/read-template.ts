import { maxTemplateLength, type NameToken, nameTokens, type TemplateFault } from './contract.ts';
import { trimEnds } from './cut-text.ts';
import { holdsInvisible, refusedSign } from './safe-file-name.ts';

/** A template that was read: literal text, and what is filled in. */
export type NameTemplate = readonly (string | { token: NameToken })[];

export type ReadTemplate = { ok: true; value: NameTemplate } | { ok: false; error: TemplateFault };

/** `{user}_{code}_{index}` and the like. The usual name has no template: an empty text is none. */
export function readTemplate(text: string): ReadTemplate {
  if (text.length > maxTemplateLength) return fail({ code: 'too_long' });
  if (holdsInvisible(text)) return fail({ code: 'invisible' });
  const parts: (string | { token: NameToken })[] = [];
  for (const [part] of text.matchAll(/\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (part.length === 1 && '{}'.includes(part)) return fail({ code: 'brace' });
    if (!part.startsWith('{')) {
      const sign = refusedSign(part);
      if (sign !== null) return fail({ code: 'sign', sign });
      parts.push(part);
      continue;
    }
    const name = part.slice(1, -1).trim();
    const token = nameTokens.find((known) => known === name.toLowerCase());
    if (!token) return fail({ code: 'unknown', name });
    parts.push({ token });
  }
  const isNothing = parts.every((part) => typeof part === 'string' && trimEnds(part) === '');
  return isNothing ? fail({ code: 'nothing' }) : { ok: true, value: parts };
}

function fail(error: TemplateFault): { ok: false; error: TemplateFault } {
  return { ok: false, error };
}
