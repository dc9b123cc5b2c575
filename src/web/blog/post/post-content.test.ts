import { getAttributeValue, getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { wrapTables } from './post-content.tsx';

test('every table is in its own labeled, focusable region', () => {
  const cell = '<table><tbody><tr><td>1</td></tr></tbody></table>';
  const html = `<p>a</p>${cell}<blockquote><table lang="de"><tbody><tr><td>${cell}</td></tr></tbody></table></blockquote>`;
  const tables = getElementsByTagName('table', parseDocument(wrapTables(html, 'Say "it" & go')));
  expect(tables).toHaveLength(3);
  for (const [index, { parent }] of tables.entries()) {
    if (parent?.type !== 'tag') throw new Error('a table without a frame');
    expect(parent.name).toBe('section');
    expect(getAttributeValue(parent, 'tabindex')).toBe('0');
    expect(getAttributeValue(parent, 'aria-label')).toBe(`Say "it" & go ${index + 1}`);
    expect(parent.children).toHaveLength(1);
  }
  expect(wrapTables(cell, 'Table')).toContain('aria-label="Table"');
});

test('escaped table markup is unchanged', () => {
  const html = '<p>A <code>&lt;table&gt;</code> is no <em>tablet</em>.</p>';
  expect(wrapTables(html, 'Table')).toBe(html);
});
