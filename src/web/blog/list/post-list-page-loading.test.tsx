import { expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { examplePostList } from '../fixtures/example-list.ts';
import { api, found, openList, requestedQueries } from '../fixtures/open-list.ts';

test('six placeholders are shown while loading if no loaded post matches', async () => {
  await commands.stubResponses(`GET ${api}&search=found`, [
    { body: examplePostList(found), isPending: true },
  ]);
  const { section, search, pages, shows } = await openList();
  await search.fill('found');
  const placeholders = () => section.element().querySelectorAll('[aria-hidden="true"] > div').length;
  await expect.poll(placeholders).toBe(6);
  await expect.element(section.getByRole('status')).toHaveTextContent('Loading posts...');
  await expect.element(section.getByText('No posts found')).not.toBeInTheDocument();
  await expect.element(pages).not.toBeInTheDocument();
  await expectAccessible();
  await expect.poll(requestedQueries).toEqual(['&search=found']);
  await commands.releaseResponses();
  await shows(['Found by the server']);
  expect(placeholders()).toBe(0);
});

test('after four failures an error is shown, and retrying moves the focus to the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const failure = { headers: { 'content-type': 'text/html' }, body: '<p>A proxy says hello.' };
  await commands.stubResponses(`GET ${api}&category=guides`, [
    failure,
    { status: 503 },
    { isOffline: true },
    failure,
    { body: examplePostList(found) },
  ]);
  const { screen, section, category, shows } = await openList();
  await category.selectOptions('guides');
  const problem = screen.getByRole('alert');
  for (const attempts of [1, 2, 3]) {
    await expect.poll(async () => (await requestedQueries()).length).toBe(attempts);
    await expect.element(problem).not.toBeInTheDocument();
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(4000);
  }
  await expect
    .element(
      problem.getByText('The posts could not be loaded. Check your connection and try again.', {
        exact: true,
      }),
    )
    .toBeVisible();
  expect((await requestedQueries()).length).toBe(4);
  await expectAccessible();
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section).toHaveFocus();
  await shows(['Found by the server']);
  await expect.element(problem).not.toBeInTheDocument();
});
