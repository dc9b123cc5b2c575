import { type Locale, localeNames, localeTags } from '#i18n/locales.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type Dictionaries, type Dictionary, listForms } from './languages.ts';
import { renderMessage } from './message-samples.ts';
import { countCharacters, type MessageNote, type MessageNotes } from './notes.ts';

/** Renders every message with its note, with sample values in its slots. Throws if a slot has no sample. */
export function renderMessagePage(
  dictionaries: Dictionaries,
  notes: MessageNotes,
  languages: readonly Locale[],
): string {
  const groups = Map.groupBy(Object.keys(dictionaries.en), groupOf);
  const sections = [...groups].map(
    ([group, keys]) =>
      `<details id="${group}" open><summary>${group} (${keys.length})</summary>
${keys.map((key) => renderKey(key, dictionaries, notes[key], languages)).join('\n')}</details>`,
  );
  const links = [...groups.keys()].map((group) => `<a href="#${group}">${group}</a>`).join(' ');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Messages</title>
<style>${styles}</style>
<h1>Messages</h1>
<p><label>Filter: <input type="search"></label></p>
<nav>${links}</nav>
${sections.join('\n')}
<script>${filterScript}</script></html>
`;
}

/** The first part of the key, or the first two for the administration and errors. */
function groupOf(key: string): string {
  const [first = '', second = ''] = key.split('.');
  return ['admin', 'error'].includes(first) ? `${first}.${second}` : first;
}

function renderKey(
  key: string,
  dictionaries: Dictionaries,
  note: MessageNote | undefined,
  languages: readonly Locale[],
): string {
  const slots = Object.entries(note?.slots ?? {}).map(
    ([slot, text]) => `<li>{${slot}}: ${escapeHtml(text)}</li>`,
  );
  const header = note
    ? `<p>${escapeHtml(note.where)} · <b>${note.kind}</b> · up to ${note.max} characters</p><ul>${slots.join('')}</ul>`
    : '<p class="wrong">no note</p>';
  const rows = languages.map((locale) => renderRow(locale, key, dictionaries[locale], note));
  return `<section><h2>${key}</h2>${header}<table>${rows.join('')}</table></section>`;
}

function renderRow(
  locale: Locale,
  key: string,
  dictionary: Dictionary,
  note: MessageNote | undefined,
): string {
  const message = dictionary[key];
  const name = `<th title="${localeNames[locale]}">${locale}</th>`;
  if (message === undefined) return `<tr>${name}<td class="wrong">missing</td></tr>`;
  const texts = renderMessage(locale, key, message).map((text) => `<div>${escapeHtml(text)}</div>`);
  const length = Math.max(...listForms(message).map(countCharacters));
  const excess = note && length > note.max ? `<td class="wrong">${length} characters</td>` : '';
  return `<tr>${name}<td lang="${localeTags[locale]}">${texts.join('')}</td>${excess}</tr>`;
}

const styles = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
nav a { margin-inline-end: 0.75rem; white-space: nowrap; }
summary { font-size: 1.4rem; font-weight: bold; margin: 2rem 0 1rem; cursor: pointer; }
section { border-top: 1px solid #ccc; padding: 0.75rem 0; content-visibility: auto; contain-intrinsic-size: auto 20rem; }
h2 { font: bold 1rem monospace; margin: 0; }
p, ul { margin: 0.25rem 0; color: #555; }
table { border-collapse: collapse; width: 100%; }
th { text-align: start; vertical-align: top; width: 3rem; color: #777; font-weight: normal; }
td div { white-space: pre-wrap; }
.wrong { color: #b00020; font-weight: bold; }
`;

const filterScript = `
document.querySelector('input').addEventListener('input', ({ target }) => {
  const text = target.value.toLowerCase();
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.textContent.toLowerCase().includes(text);
});
`;
