import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { ReadingTime } from './content-field.tsx';

const read = (html: string) => renderComponent(<ReadingTime html={html} />);

test.each([
  ['nothing', '', '1 minute'],
  ['200 words', `<p>${'word '.repeat(200)}</p>`, '1 minute'],
  ['201 words', `<p>${'word '.repeat(201)}</p>`, '2 minutes'],
  ['words that only blocks separate', '<p>a</p>'.repeat(201), '2 minutes'],
  ['one word with many marks', `<p>${'<strong>a</strong>'.repeat(201)}</p>`, '1 minute'],
])('the reading time of %s matches the server’s rule', async (_name, html, time) => {
  const screen = await read(html);
  await expect.element(screen.getByText(`Estimated read time: ${time}`, { exact: true })).toBeVisible();
});

function Growing() {
  const [html, setHtml] = useState('<p>a</p>');
  return (
    <>
      <button type="button" onClick={() => setHtml(`<p>${'word '.repeat(401)}</p>`)}>
        write
      </button>
      <ReadingTime html={html} />
    </>
  );
}

test('the reading time updates after a pause in typing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await renderComponent(<Growing />);
  await screen.getByRole('button').click();
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByText('Estimated read time: 1 minute').query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(screen.getByText('Estimated read time: 3 minutes')).toBeVisible();
});
