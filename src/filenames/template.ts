import { maxTemplateLength, type TemplateError, type TemplateToken, templateTokens } from './contract.ts';
import { findReservedCharacter, hasInvisibleCharacters, trimDotsAndSpaces } from './sanitize.ts';

export type FilenameTemplate = readonly (string | { token: TemplateToken })[];

export type ParseTemplateResult = { ok: true; value: FilenameTemplate } | { ok: false; error: TemplateError };

export function parseFilenameTemplate(text: string): ParseTemplateResult {
  if (text.length > maxTemplateLength) return fail({ code: 'too_long' });
  if (hasInvisibleCharacters(text)) return fail({ code: 'invisible' });
  const parts: (string | { token: TemplateToken })[] = [];
  for (const [part] of text.matchAll(/\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (part.length === 1 && '{}'.includes(part)) return fail({ code: 'brace' });
    if (!part.startsWith('{')) {
      const sign = findReservedCharacter(part);
      if (sign !== null) return fail({ code: 'sign', sign });
      parts.push(part);
      continue;
    }
    const name = part.slice(1, -1).trim();
    const token = templateTokens.find((known) => known === name.toLowerCase());
    if (!token) return fail({ code: 'unknown', name });
    parts.push({ token });
  }
  const isEmpty = parts.every((part) => typeof part === 'string' && trimDotsAndSpaces(part) === '');
  return isEmpty ? fail({ code: 'nothing' }) : { ok: true, value: parts };
}

function fail(error: TemplateError): { ok: false; error: TemplateError } {
  return { ok: false, error };
}
