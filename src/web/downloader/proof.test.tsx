import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { ProofOffer } from '#verification/contract.ts';
import type { FormAnswer } from './answer-form.ts';
import { buildQuality } from './build-quality.ts';
import { Downloader } from './downloader.tsx';
import {
  buildAnswer,
  buildCarousel,
  buildPhoto,
  buildPost,
  buildProofOffer,
  postUrl,
} from './fixtures/build-answer.ts';
import {
  downloaderScreen,
  extraction,
  proofRedemption,
  recordSavedFiles,
  renderDownloader,
  stubMedia,
} from './fixtures/render-downloader.tsx';

const accepted = { body: { success: true, pass: 'won' } };
let offers = 0;
/** Of a post of its own. The page remembers questions and passes, so every test has another. */
function newOffer() {
  offers += 1;
  return buildProofOffer(`question-${offers}`, `post-${offers}`);
}

/** A later question about the same post. */
const renewed = ({ question }: ProofOffer) =>
  buildProofOffer(`${question.signature}-renewed`, question.parameters.data.post);

const rejected = { body: { success: false, code: 'proof.expired', error: 'x' } };

async function renderFound(offer: ProofOffer, body: object = buildAnswer([buildPhoto()])) {
  const downloader = await renderDownloader([{ body: { ...body, proof: offer } }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return downloader;
}

const listPaths = async (method: string) =>
  (await commands.listRequests()).filter((request) => request.method === method).map(({ path }) => path);

test('the browser finds the answer, and what it won opens the file and its preview', async () => {
  const offer = newOffer();
  const files = recordSavedFiles();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(offer);
  expect(downloader.downloads.elements()).toEqual([]);
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listPaths('GET')).toContain('/media/item-1-WEBP?pass=won');
  const [redemption] = (await commands.listRequests()).filter(({ path }) => path.endsWith('/redeem-proof'));
  expect(redemption?.body).toMatchObject({ question: offer.question, solution: { counter: 3 } });

  await page.getByRole('button', { name: 'Show Image 1' }).click();
  await expect
    .element(page.getByRole('img', { name: 'Image 1' }))
    .toHaveAttribute('src', '/media/item-1-WEBP-preview?pass=won');
});

test('while the browser works the page says so; where the work is not taken it says that, and tries again', async () => {
  const offer = newOffer();
  await commands.stubResponses(proofRedemption, [{ ...rejected, isHeld: true }]);
  const downloader = await renderFound(offer);
  await downloader.verify();
  const busy = page.getByRole('status').filter({ hasText: offer.words.busy });
  await expect.element(busy).toBeVisible();
  await expect.element(downloader.locked).toBeVisible();
  await downloader.locked.click({ force: true });
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
  await commands.releaseResponses();

  const refusal = page.getByRole('alert').filter({ hasText: offer.words.failed });
  await expect.element(refusal).toBeVisible();
  await expect.element(busy).not.toBeInTheDocument();
  await expect.element(page.getByText('Captcha verified')).not.toBeInTheDocument();
  expect(downloader.downloads.elements()).toEqual([]);

  const again = buildAnswer([buildPhoto({ url: '/media/again' })], { proof: renewed(offer) });
  await commands.stubResponses(extraction, [{ body: again }]);
  await commands.stubResponses(proofRedemption, [accepted]);
  await page.getByRole('button', { name: offer.words.again }).click();
  await expect.element(page.getByText('Captcha verified')).toBeVisible();
  await expect.element(refusal).not.toBeInTheDocument();
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/again?pass=won');
});

test('a redemption that does not arrive counts as not taken', async () => {
  const offer = newOffer();
  await commands.stubResponses(proofRedemption, [{ isOffline: true }]);
  await renderFound(offer);
  await expect.element(page.getByRole('alert').filter({ hasText: offer.words.failed })).toBeVisible();
});

test('a preview that is opened while the browser works waits for it', async () => {
  const offer = newOffer();
  await commands.stubResponses(proofRedemption, [{ ...accepted, isHeld: true }]);
  await renderFound(offer);
  await page.getByRole('button', { name: 'Show Image 1' }).click();
  await expect.element(page.getByRole('button', { name: 'Close Image 1' })).toBeVisible();
  expect(page.getByRole('img').elements()).toEqual([]);
  await commands.releaseResponses();
  await expect.element(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
});

test('an address that has expired is renewed together with its pass', async () => {
  const offer = newOffer();
  const files = recordSavedFiles();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(offer);
  await downloader.verify();
  await commands.stubResponses('GET /media/item-1-WEBP', [{ status: 403, body: { code: 'ticket.locked' } }]);
  const fresh = buildAnswer([buildPhoto({ url: '/media/fresh' })], { proof: renewed(offer) });
  await commands.stubResponses(extraction, [{ body: fresh }]);
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }]);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listPaths('GET')).toContain('/media/fresh?pass=second');
});

test('what was won opens the ZIP too', async () => {
  const offer = newOffer();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(offer, buildCarousel(2));
  await downloader.verify();
  await expect.element(downloader.downloads.first()).toBeVisible();
  const form = page.getByRole('form', { name: 'All files as one ZIP' }).element();
  expect(new FormData(form as HTMLFormElement).get('pass')).toBe('won');
});

test('what was won for a post opens its thread', async () => {
  const offer = newOffer();
  await commands.stubResponses(proofRedemption, [accepted]);
  const post = buildPost({ thread: { more: 1 } });
  const downloader = await renderFound(offer, buildAnswer([buildQuality()], { post }));
  await downloader.verify();
  await expect.element(downloader.downloads).toBeVisible();
  const whole = buildCarousel(2, {
    post: buildPost({ thread: { posts: [] } }),
    proof: renewed(offer),
  });
  await commands.stubResponses(extraction, [{ body: whole }]);
  await commands.stubResponses(proofRedemption, [{ ...accepted, isHeld: true }]);
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await expect.element(page.getByText('Showing the author’s thread: 2 files.')).toBeVisible();
  expect(downloader.locked.elements()).toEqual([]);
  expect(downloader.downloads.elements()).toHaveLength(2);
});

test('after a post that a plain form brought, the next one is proved for by its own question', async () => {
  const offer = newOffer();
  await stubMedia();
  await commands.stubResponses(
    proofRedemption,
    [{ body: { success: true, pass: 'first' } }],
    offer.question.signature,
  );
  const nextOffer = newOffer();
  const { signature } = nextOffer.question;
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], signature);
  const formAnswer: FormAnswer = {
    link: postUrl,
    extraction: { ok: true, value: { qualities: [buildPhoto()], post: buildPost() } },
    isVerified: false,
    otherLinks: [],
    verification: { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false, proof: offer },
  };
  await renderComponent(<Downloader problem={null} formAnswer={formAnswer} given={null} />);
  const downloader = downloaderScreen();
  await expect.element(downloader.sum).toHaveTextContent('What is 3 + 4?');
  expect(document.querySelectorAll('input[name=token]')).toHaveLength(1);
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/item-1-WEBP?pass=first');

  await page.getByRole('button', { name: 'Download Another' }).click();
  const next = buildAnswer([buildQuality({ itemId: 'next' })], {
    proof: nextOffer,
  });
  await commands.stubResponses(extraction, [{ body: next }]);
  await downloader.extract('https://www.threads.com/@maker/post/DAbcdefgh02');
  await expect.element(downloader.found).toBeVisible();
  expect(document.querySelectorAll('input[name=token]')).toHaveLength(0);
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/next-MP4?pass=second');
});

test('where no proof is asked for nothing of it is loaded or sent', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  performance.clearResourceTimings();
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  const requests = await commands.listRequests();
  expect(requests.filter(({ path }) => path.includes('redeem-proof'))).toEqual([]);
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('worker'))).toEqual([]);
});
