import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { Downloader } from '../downloader.tsx';
import type { ExtractionFormResult } from '../extraction-form-action.ts';
import {
  buildCarousel,
  buildExtractResponse,
  buildPhoto,
  buildPost,
  buildProofOfWorkChallenge,
  buildThread,
  postUrl,
} from '../fixtures/build-response.ts';
import {
  downloaderScreen,
  extraction,
  proofRedemption,
  recordSavedFiles,
  renderDownloader,
  stubMedia,
} from '../fixtures/render-downloader.tsx';

const accepted = { body: { success: true, pass: 'won' } };
let challengeCount = 0;
/** Each test gets its own post, because the page caches challenges and tokens. */
function createChallenge() {
  challengeCount += 1;
  return buildProofOfWorkChallenge(`question-${challengeCount}`, `post-${challengeCount}`);
}

/** A later challenge for the same post. */
const renewChallenge = ({ question }: ProofOfWorkChallenge) =>
  buildProofOfWorkChallenge(`${question.signature}-renewed`, question.parameters.data.post);

const rejected = { body: { success: false, code: 'proof.expired', error: 'x' } };

async function renderFound(
  challenge: ProofOfWorkChallenge,
  body: object = buildExtractResponse([buildPhoto()]),
) {
  const downloader = await renderDownloader([{ body: { ...body, proof: challenge } }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return downloader;
}

const listPaths = async (method: string) =>
  (await commands.listRequests()).filter((request) => request.method === method).map(({ path }) => path);

test('the browser solves the challenge, and the token opens the file and its preview', async () => {
  const challenge = createChallenge();
  const files = recordSavedFiles();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(challenge);
  expect(downloader.downloads.elements()).toEqual([]);
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listPaths('GET')).toContain('/media/item-1-WEBP?pass=won');
  const [redemption] = (await commands.listRequests()).filter(({ path }) => path.endsWith('/redeem-proof'));
  expect(redemption?.body).toMatchObject({ question: challenge.question, solution: { counter: 3 } });

  await page.getByRole('button', { name: 'Show Image 1' }).click();
  await expect
    .element(page.getByRole('img', { name: 'Image 1' }))
    .toHaveAttribute('src', '/media/item-1-WEBP-preview?pass=won');
});

test('the page shows that the browser is working, and a rejected proof can be retried', async () => {
  const challenge = createChallenge();
  await commands.stubResponses(proofRedemption, [{ ...rejected, isPending: true }]);
  const downloader = await renderFound(challenge);
  await downloader.verify();
  const busy = page.getByRole('status').filter({ hasText: challenge.words.busy });
  await expect.element(busy).toBeVisible();
  await expect.element(downloader.locked).toBeVisible();
  await downloader.locked.click({ force: true });
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
  await commands.releaseResponses();

  const errorAlert = page.getByRole('alert').filter({ hasText: challenge.words.failed });
  await expect.element(errorAlert).toBeVisible();
  await expect.element(busy).not.toBeInTheDocument();
  await expect.element(page.getByText('Captcha verified')).not.toBeInTheDocument();
  expect(downloader.downloads.elements()).toEqual([]);

  const again = buildExtractResponse([buildPhoto({ url: '/media/again' })], {
    proof: renewChallenge(challenge),
  });
  await commands.stubResponses(extraction, [{ body: again }]);
  await commands.stubResponses(proofRedemption, [accepted]);
  await page.getByRole('button', { name: challenge.words.again }).click();
  await expect.element(page.getByText('Captcha verified')).toBeVisible();
  await expect.element(errorAlert).not.toBeInTheDocument();
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/again?pass=won');
});

test('a proof that cannot be sent counts as rejected', async () => {
  const challenge = createChallenge();
  await commands.stubResponses(proofRedemption, [{ isOffline: true }]);
  await renderFound(challenge);
  await expect.element(page.getByRole('alert').filter({ hasText: challenge.words.failed })).toBeVisible();
});

test('a preview opened while the browser is working waits for the token', async () => {
  const challenge = createChallenge();
  await commands.stubResponses(proofRedemption, [{ ...accepted, isPending: true }]);
  await renderFound(challenge);
  await page.getByRole('button', { name: 'Show Image 1' }).click();
  await expect.element(page.getByRole('button', { name: 'Close Image 1' })).toBeVisible();
  expect(page.getByRole('img').elements()).toEqual([]);
  await commands.releaseResponses();
  await expect.element(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
});

test('an expired URL is renewed together with its token', async () => {
  const challenge = createChallenge();
  const files = recordSavedFiles();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(challenge);
  await downloader.verify();
  await commands.stubResponses('GET /media/item-1-WEBP', [{ status: 403, body: { code: 'ticket.locked' } }]);
  const fresh = buildExtractResponse([buildPhoto({ url: '/media/fresh' })], {
    proof: renewChallenge(challenge),
  });
  await commands.stubResponses(extraction, [{ body: fresh }]);
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }]);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listPaths('GET')).toContain('/media/fresh?pass=second');
});

test('the token is sent with the ZIP', async () => {
  const challenge = createChallenge();
  await commands.stubResponses(proofRedemption, [accepted]);
  const downloader = await renderFound(challenge, buildCarousel(2));
  await downloader.verify();
  await page.getByRole('button', { name: /^Download 2/ }).click();
  await expect.poll(() => listPaths('GET')).toContain('/media/zip/sealed?items=1%2C2&pass=won');
});

test('the token of a post opens its thread', async () => {
  const challenge = createChallenge();
  await commands.stubResponses(proofRedemption, [accepted]);
  const post = buildPost({ thread: { more: 1 } });
  const downloader = await renderFound(challenge, buildExtractResponse([buildQuality()], { post }));
  await downloader.verify();
  await expect.element(downloader.downloads).toBeVisible();
  const expandedThread = buildThread(2, 1, { proof: renewChallenge(challenge) });
  await commands.stubResponses(extraction, [{ body: expandedThread }]);
  await commands.stubResponses(proofRedemption, [{ ...accepted, isPending: true }]);
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await expect.element(page.getByText('Showing the author’s thread: 2 files.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Download 2/ })).toBeVisible();
});

test('after a post from a plain form, the next post uses its own challenge', async () => {
  const challenge = createChallenge();
  await stubMedia();
  await commands.stubResponses(
    proofRedemption,
    [{ body: { success: true, pass: 'first' } }],
    challenge.question.signature,
  );
  const nextChallenge = createChallenge();
  const { signature } = nextChallenge.question;
  await commands.stubResponses(proofRedemption, [{ body: { success: true, pass: 'second' } }], signature);
  const formResult: ExtractionFormResult = {
    link: postUrl,
    extraction: { ok: true, value: { qualities: [buildPhoto()], post: buildPost() } },
    isVerified: false,
    otherLinks: [],
    verification: { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false, proof: challenge },
  };
  await renderIsland(<Downloader problem={null} formResult={formResult} initialLink={null} />);
  const downloader = downloaderScreen();
  await expect.element(downloader.sum).toHaveTextContent('What is 3 + 4?');
  expect(document.querySelectorAll('input[name=token]')).toHaveLength(1);
  await downloader.verify();
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/item-1-WEBP?pass=first');

  await downloader.downloadAnother();
  const next = buildExtractResponse([buildQuality({ itemId: 'next' })], {
    proof: nextChallenge,
  });
  await commands.stubResponses(extraction, [{ body: next }]);
  await downloader.extract('https://www.threads.com/@maker/post/DAbcdefgh02');
  await expect.element(downloader.ready).toBeVisible();
  expect(document.querySelectorAll('input[name=token]')).toHaveLength(0);
  await downloader.downloads.click();
  await expect.poll(() => listPaths('GET')).toContain('/media/next-MP4?pass=second');
});

test('without a challenge, no worker is loaded and no proof is sent', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
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
