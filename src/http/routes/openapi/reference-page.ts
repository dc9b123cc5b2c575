import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { OpenApiDocument } from './document.ts';
import { referencePageStyle } from './reference-page-style.ts';
import { type JsonSchema, renderSchema } from './schema-text.ts';

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
export function renderReferencePage(document: OpenApiDocument): string {
  const calls = listCalls(document);
  const shapes = Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtmlAttribute(document.info.description)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>API – ${escapeHtml(document.info.title)}</title>
<style>${referencePageStyle}</style>
</head>
<body>
<header><a href="/">${escapeHtml(document.info.title)}</a></header>
<main>
<h1>API</h1>
<p class="intro">${escapeHtml(document.info.description)} The same for programs, as OpenAPI 3.1: <a href="/openapi.json">openapi.json</a></p>
<nav aria-label="Calls"><ul>
<li><a href="#keys">Keys and limits</a></li>
${calls.map(({ id, method, path }) => `<li><a href="#${id}"><b>${method}</b> ${breakable(path)}</a></li>`).join('\n')}
</ul></nav>
${keysSection(document)}
${calls.map(callSection).join('\n')}
<section>
<h2 id="shapes">Shapes</h2>
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
    'Answers say in `RateLimit` what is left of a minute, and in `RateLimit-Policy` what there is in all. A call too ' +
      'many is answered with 429 and, in `Retry-After`, the seconds to wait.',
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
<h3>Answers</h3>
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
    location === 'path' ? 'In the path.' : location === 'header' ? 'A header.' : required ? 'Needed.' : '',
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : '',
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    preset === undefined || preset === '' ? '' : `Without it: \`${preset}\`.`,
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
