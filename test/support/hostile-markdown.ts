import fc from 'fast-check';

/** Texts that try to become HTML or structure in a renderer of Markdown. */

const tags = [
  '<img src=x onerror=alert(1)//>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<script>alert(1)</script>',
  '</p><iframe srcdoc=x>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<a href=javascript:alert(1)>x</a>',
  '[x](javascript:alert(1))',
  '![x](x "onerror=alert(1)")',
  '[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
];
const urls = ['www.', 'WWW.', 'ftp://', 'https://', 'HTTP://', '//', 'mailto:a@', 'xmpp:a@', 'a@'];
export const hostileMarkdown = [
  ...tags,
  ...urls.flatMap((url) =>
    tags.flatMap((tag) => [
      `${url}evil.example/${tag}`,
      `${url}evil.example/\\${tag}`,
      `${url}evil.example/'/onmouseover=alert(1)/${tag}`,
      `(${url}evil.example?a=*_\`~${tag}`,
      `${url}${tag}`,
    ]),
  ),
];

const parts = fc.constantFrom(
  ...[...tags, ...urls, 'evil.example', '/', '\\', "'", '"', '`', '```', '~~~', '*', '_', '&lt;', '&#60;'],
  ...['\n', '\n\n', '    ', '\t', '\u00a0', '\u2028', '|', '$', '$$', '[', ']', '](', '![', '[^1]', '<', '>'],
  ...['# ', '- ', '1. ', '---', '===', ':-:', '> ', '!', '@ann', '#tag', '{', '}', 'onerror=alert(1)'],
);
export const composedMarkdown = fc
  .array(parts, { minLength: 1, maxLength: 9 })
  .map((words) => words.join(''));
