import type { generateSpecs } from 'hono-openapi';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

interface ResponseObject {
  description: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, { schema?: JsonSchema }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema & { default?: unknown; minimum?: number; maximum?: number; maxLength?: number };
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses?: Record<string, ResponseObject>;
  'x-codeSamples'?: { label: string; source: string }[];
}

interface Call extends Operation {
  id: string;
  method: string;
  path: string;
}

/** English only (decision 11), without scripts. */
export function renderReferencePage(
  document: OpenApiDocument,
  { favicon, stylesheet }: { favicon: { href: string; type: string }; stylesheet: string | null },
): string {
  const calls = listCalls(document);
  const shapes = Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtmlAttribute(document.info.description)}">
<link rel="icon" href="${favicon.href}" type="${favicon.type}">
<title>API – ${escapeHtml(document.info.title)}</title>
<style>${referencePageStyle}</style>
${stylesheet === null ? '' : `<link rel="stylesheet" href="${stylesheet}">\n`}</head>
<body>
<header><a href="/">${escapeHtml(document.info.title)}</a></header>
<main>
<h1>API</h1>
<p class="intro">${escapeHtml(document.info.description)} This page is also available as an OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a></p>
<nav aria-label="Calls"><ul>
<li><a href="#keys">Keys and limits</a></li>
${calls.map(({ id, method, path }) => `<li><a href="#${id}"><b>${method}</b> ${breakable(path)}</a></li>`).join('\n')}
</ul></nav>
${keysSection(document)}
${calls.map(callSection).join('\n')}
<section>
<h2 id="shapes">Schemas</h2>
${shapes.map(([name, schema]) => `<h3 id="shape-${escapeHtmlAttribute(name)}">${escapeHtml(name)}</h3>\n${shapeText(schema)}`).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function listCalls(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      id: `${method}${path.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}`,
      method: method.toUpperCase(),
      path,
    })),
  );
}

interface Scheme {
  type?: string;
  scheme?: string;
  bearerFormat?: string;
  description?: string;
}

function keysSection({ components }: OpenApiDocument): string {
  const schemes = Object.values((components?.securitySchemes ?? {}) as Record<string, Scheme>);
  const ways = schemes
    .filter(({ type, scheme }) => type === 'http' && scheme === 'bearer')
    .map(
      ({ description = '', bearerFormat = '…' }) =>
        `<p>${prose(description)}</p>\n<pre><code>Authorization: Bearer ${escapeHtml(bearerFormat)}</code></pre>`,
    );
  return `<section>
<h2 id="keys">Keys and limits</h2>
${ways.join('\n')}
<p>${prose(
    'The `RateLimit` header shows the remaining quota, and `RateLimit-Policy` the limit per minute. Exceeding the ' +
      'limit returns 429, with the seconds to wait in `Retry-After`.',
  )}</p>
</section>`;
}

function callSection(call: Call): string {
  const { id, method, path, summary = '', description, parameters = [], responses = {} } = call;
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema;
  const samples = (call['x-codeSamples'] ?? []).map(
    ({ label, source }) =>
      `<h3>Example: ${escapeHtml(label)}</h3>\n<pre><code>${escapeHtml(source)}</code></pre>`,
  );
  return `<section>
<h2 id="${id}"><b>${method}</b> ${breakable(path)}</h2>
<p class="summary">${prose(summary)}</p>
${description ? `<p>${prose(description)}</p>` : ''}
${parameters.length > 0 ? `<h3>Parameters</h3>\n<dl>${parameters.map(parameterEntry).join('\n')}</dl>` : ''}
${body ? `<h3>Body</h3>\n${shapeText(body)}` : ''}
<h3>Responses</h3>
<dl>${Object.entries(responses)
    .map(([status, response]) => responseEntry(status, response))
    .join('\n')}</dl>
${samples.join('\n')}
</section>`;
}

function parameterEntry({ name, in: location, required, description, schema = {} }: Parameter): string {
  const { minimum, maximum, maxLength, default: preset } = schema;
  const facts = [
    description ?? '',
    location === 'path' ? 'In the path.' : location === 'header' ? 'A header.' : required ? 'Required.' : '',
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : '',
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    preset === undefined || preset === '' ? '' : `Default: \`${preset}\`.`,
  ];
  const remarks = prose(facts.filter((fact) => fact !== '').join(' '));
  return `<dt><code>${escapeHtml(name)}</code> <span>${escapeHtml(renderSchema(schema))}</span></dt><dd>${remarks}</dd>`;
}

function responseEntry(status: string, { description, content = {}, headers = {} }: ResponseObject): string {
  const [schema] = Object.values(content).map((mediaType) => mediaType.schema);
  const shape = schema ? shapeText(schema) : escapeHtml(Object.keys(content).join(', '));
  const headerLines = Object.entries(headers).map(
    ([name, header]) => `<br><code>${escapeHtml(name)}</code> ${prose(header.description ?? '')}`,
  );
  return `<dt><code>${escapeHtml(status)}</code> ${prose(description)}</dt><dd>${shape}${headerLines.join('')}</dd>`;
}

function shapeText(schema: JsonSchema): string {
  const lines = renderSchema(schema)
    .split('\n')
    .map((line) => {
      const [code = '', ...remark] = escapeHtml(line).split('  //');
      const linked = code.replaceAll(/\b[A-Z]\w+/g, (name) => `<a href="#shape-${name}">${name}</a>`);
      return [linked, ...remark].join('  //');
    });
  const text = `<code>${lines.join('\n')}</code>`;
  return lines.length > 1 ? `<pre>${text}</pre>` : text;
}

function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function breakable(path: string): string {
  return escapeHtml(path).replaceAll(/(?!^)\//g, '<wbr>/');
}

interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  description?: string;
}

const indent = '  ';
const lineLength = 80;

/** TypeScript notation; `depth` indents all lines but the first. */
function renderSchema(schema: JsonSchema, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map((option) => renderSchema(option, depth)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumText(schema.enum, depth);
  if (schema.items) {
    const item = renderSchema(schema.items, depth);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties) return objectText(schema.properties, schema.required ?? [], depth);
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(' | ');
}

function enumText(values: readonly unknown[], depth: number): string {
  const written = values.map((value) => JSON.stringify(value));
  const line = written.join(' | ');
  return line.length <= lineLength
    ? line
    : written.map((value) => `\n${indent.repeat(depth + 1)}| ${value}`).join('');
}

function objectText(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  depth: number,
): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const suffix = required.includes(name) ? '' : '?';
    const remark = property.description ? `  // ${property.description}` : '';
    const text = renderSchema(property, depth + 1);
    return `${indent.repeat(depth + 1)}${name}${suffix}:${text.startsWith('\n') ? '' : ' '}${text}${remark}`;
  });
  return ['{', ...lines, `${indent.repeat(depth)}}`].join('\n');
}

/** The colors repeat those in `web/styles.css`; openapi-routes.test.ts compares them. */
export const referencePageStyle = `
:root{color-scheme:light dark;--paper:#fbfaf8;--surface:#ffffff;--ink:#1f1a17;--muted:#655c55;--line:#e3ddd6;--accent:var(--accent-light,#c8391b)}
@media (prefers-color-scheme:dark){:root{--paper:#161311;--surface:#1f1b18;--ink:#f5f0eb;--muted:#b3a79d;--line:#38312c;--accent:var(--accent-dark,#ff8d6c)}}
*{box-sizing:border-box}
html{scroll-padding-block-start:1.5rem;text-size-adjust:100%}
body{margin:0 auto;max-width:52rem;padding:1rem clamp(1rem,4vw,2rem) 4rem;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
::selection{background:var(--accent);color:var(--paper)}
header a{display:inline-block;padding-block:.6rem;color:var(--ink);font-weight:700;text-decoration:none}
h1{margin:1.5rem 0 .5rem;font-size:clamp(2.25rem,6vw,3rem);line-height:1.1;letter-spacing:-.02em}
h2{margin:0;font-size:1.25rem;line-height:1.3;letter-spacing:-.01em}
h2 b,nav b{color:var(--accent);font-size:.8em;letter-spacing:.04em}
h3{margin:1.75rem 0 .5rem;font-size:.95rem;color:var(--muted)}
.intro{max-width:38rem;font-size:1.125rem;color:var(--muted)}
.summary{margin:.35rem 0 0;font-weight:600}
nav ul{margin:2rem 0 0;padding:0;list-style:none}
nav a{display:block;padding:.5rem 0;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent)}
section{margin-top:3.5rem;padding-top:2rem;border-top:1px solid var(--line)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
pre{margin:.5rem 0 0;padding:1rem 1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:.75rem;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere}
dl{margin:0}
dt{margin-top:.75rem}
dt span{color:var(--muted);font-size:.9rem}
dd{margin:0;color:var(--muted)}
dd pre{color:var(--ink)}
pre a{color:inherit;text-decoration-color:var(--accent)}
`;
