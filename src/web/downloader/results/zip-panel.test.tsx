import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExtractResponse } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildCarousel, buildExtractResponse, postUrl } from '../fixtures/build-response.ts';
import { renderDownloader } from '../fixtures/render-downloader.tsx';

interface SentForm {
  path: string;
  target: string;
  fields: string;
}

/** Records the forms that the browser would submit, and prevents the submission. */
function recordForms(): SentForm[] {
  const forms: SentForm[] = [];
  const record = (event: SubmitEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const { action, target } = event.target;
    const fields = [...new FormData(event.target, event.submitter)].map(
      ([name, value]) => `${name}=${value}`,
    );
    forms.push({ path: new URL(action).pathname, target, fields: fields.join('&') });
  };
  window.addEventListener('submit', record);
  onTestFinished(() => window.removeEventListener('submit', record));
  return forms;
}

async function renderFound(body: ExtractResponse) {
  const forms = recordForms();
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return { forms, downloader, panel: page.getByRole('form', { name: 'All files as one ZIP' }) };
}

/** Simulates a change made in another tab. */
function storeTemplate(template: string): void {
  localStorage.setItem('unspool.settings', JSON.stringify({ template, history: false }));
  window.dispatchEvent(new StorageEvent('storage'));
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (index: number) => page.getByRole('checkbox', { name: `Choose Video ${index}` });

test('the ZIP contains the selected files, or all of them', async () => {
  const { forms, downloader, panel } = await renderFound(buildCarousel(5));
  await downloader.verify();
  await expect.element(panel.getByText('5 of 5 selected')).toBeVisible();
  await button('Select none').click();
  await expect.element(panel.getByText('0 of 5 selected')).toBeVisible();
  const none = button('Download 0 selected');
  await expect.element(none).toHaveAttribute('aria-disabled', 'true');
  await none.click({ force: true });
  expect(forms).toEqual([]);

  box(4).element().focus();
  await userEvent.keyboard(' ');
  await box(2).click();
  await expect.element(panel.getByText('2 of 5 selected')).toBeVisible();
  await expect.element(button('Download 2 selected · 8 kB')).toBeVisible();
  await expectAccessible();
  await button(/^Download 2 selected/).click();
  expect(forms).toEqual([{ path: '/media/zip/sealed', target: '_blank', fields: 'item=2&item=4' }]);
  await expect
    .element(
      panel.getByText(
        'Look for the ZIP in your browser’s downloads. If it is not there, a new tab says why.',
      ),
    )
    .toBeVisible();
  await expect.element(downloader.ready).toBeVisible();
  expect(downloader.downloads.elements()).toHaveLength(5);

  await button('Select all').click();
  await button(/^Download all \(5 files\)/).click();
  expect(forms[1]?.fields).toBe('item=1&item=2&item=3&item=4&item=5');
});

test('the ZIP is locked until the sum is solved', async () => {
  const { forms, downloader } = await renderFound(buildCarousel(5));
  await button(/^Download all \(5 files\)/).click({ force: true });
  await expect.element(downloader.toast('Verification required')).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  expect(forms).toEqual([]);
});

test('the ZIP form sends the stored file name template', async () => {
  const { forms, downloader } = await renderFound(buildCarousel(2));
  storeTemplate('{user}_{index}');
  await downloader.verify();
  await button(/^Download all/).click();
  expect(forms[0]?.fields).toBe('name={user}_{index}&item=1&item=2');
});

test('a selection over the ZIP size limit cannot be submitted until fewer files are selected', async () => {
  const large = [1, 2, 3].map((index) =>
    buildQuality({ itemId: `item-${index}`, index, bytes: 1_500_000_000 }),
  );
  const { forms, downloader, panel } = await renderFound(
    buildExtractResponse(large, { zipUrl: '/media/zip/sealed' }),
  );
  await downloader.verify();
  const all = button('Download all (3 files) · 4.5 GB');
  await expect.element(all).toHaveAttribute('aria-disabled', 'true');
  await expect.element(panel.getByText(/^One ZIP takes up to 200 files and 4 GB\./)).toBeVisible();
  await all.click({ force: true });
  expect(forms).toEqual([]);
  await box(1).click();
  await button('Download 2 selected · 3 GB').click();
  expect(forms[0]?.fields).toBe('item=2&item=3');
});

test('a post with one file has no ZIP panel', async () => {
  const { panel } = await renderFound(buildExtractResponse());
  await expect.element(panel).not.toBeInTheDocument();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});
