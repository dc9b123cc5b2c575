import { expect, test, vi } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import type { PostSummary } from '#blog/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  currentPath,
  found,
  openList,
  posts,
  requestedPaths,
  stubList,
  titles,
} from '../fixtures/open-list.tsx';

/** The search waits for a pause, which comes only after the last key, however long the keys take. */
async function typeAndPause(text: string): Promise<void> {
  await userEvent.keyboard(text);
  await vi.advanceTimersByTimeAsync(300);
}

test('typing filters the loaded posts at once, then shows the posts from the server', async () => {
  await stubList('?search=VIDEO', found, { isPending: true });
  const { search, section, shows } = await openList();
  await search.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await typeAndPause('VIDEO');
  await shows(['Save a video', 'Send a VIDEO', 'Pictures']);
  await expect.element(section).toHaveAttribute('aria-busy', 'true');
  await expect.poll(requestedPaths).toEqual(['/blog?search=VIDEO']);
  expect(currentPath()).toBe('/blog?search=VIDEO');
  await commands.releaseResponses();
  await shows(['Found by the server']);
  await expect.element(section.getByText('1 post', { exact: true })).toBeVisible();
  await expect.element(section).toHaveAttribute('aria-busy', 'false');
  await expect.element(search).toHaveFocus();
});

test('a filter is in the URL and can be undone by going back', async () => {
  const guidesOnly = [posts[0], posts[2]] as PostSummary[];
  await stubList('?category=guides', guidesOnly);
  await stubList('?category=guides&tag=video', found);
  const { screen, category, tag, shows } = await openList();
  await category.selectOptions('guides');
  await shows(['Save a video', 'Pictures']);
  await expect.element(screen.getByText('Category: Guides', { exact: true })).toBeVisible();
  await tag.selectOptions('video');
  await shows(['Found by the server']);
  await expect.element(screen.getByText('Tag: Video', { exact: true })).toBeVisible();
  expect(currentPath()).toBe('/blog?category=guides&tag=video');
  await expectAccessible();

  history.back();
  await shows(['Save a video', 'Pictures']);
  await expect.element(category).toHaveValue('guides');
  await expect.element(tag).toHaveValue('');
  await expect.element(screen.getByText('Tag: Video', { exact: true })).not.toBeInTheDocument();
  history.forward();
  await shows(['Found by the server']);
  await expect.element(tag).toHaveValue('video');
  // Both lists are cached.
  expect(await requestedPaths()).toEqual(['/blog?category=guides', '/blog?category=guides&tag=video']);
});

test('clearing the filters shows the whole list and moves the focus to the search', async () => {
  await stubList('', posts);
  const { screen, search, category, tag, clear, shows } = await openList({
    path: '/blog?search=x&category=guides&tag=video',
    data: {
      filters: { search: 'x', category: 'guides', tag: 'video', page: 1 },
      list: { posts: [], totalPosts: 0 },
    },
  });
  await expect.element(search).toHaveValue('x');
  await expect.element(category).toHaveValue('guides');
  await expect.element(tag).toHaveValue('video');
  await clear.click();
  await shows(titles);
  expect(currentPath()).toBe('/blog');
  await expect.element(clear).not.toBeInTheDocument();
  await expect.element(screen.getByText('Tag: Video', { exact: true })).not.toBeInTheDocument();
  for (const field of [search, category, tag]) await expect.element(field).toHaveValue('');
  await expect.element(search).toHaveFocus();
});

test('an unknown category is shown by its slug', async () => {
  const { screen, category } = await openList({
    path: '/blog?category=knots',
    data: {
      filters: { search: '', category: 'knots', tag: '', page: 1 },
      list: { posts: [], totalPosts: 0 },
    },
  });
  await expect.element(category).toHaveValue('knots');
  await expect.element(screen.getByText('Category: knots', { exact: true })).toBeVisible();
});

test('a search is one history entry, and going back and forward restores its text', async () => {
  await stubList('?search=po', posts);
  await stubList('?search=pos', found);
  const { search, shows } = await openList();
  await search.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await typeAndPause('po');
  await expect.poll(currentPath).toBe('/blog?search=po');
  await typeAndPause('s');
  await expect.poll(currentPath).toBe('/blog?search=pos');
  await shows(['Found by the server']);
  history.back();
  await shows(titles);
  expect(currentPath()).toBe('/blog');
  await expect.element(search).toHaveValue('');
  history.forward();
  await shows(['Found by the server']);
  await expect.element(search).toHaveValue('pos');
});

test('a key typed during a navigation belongs to the same search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await stubList('?search=po', posts);
  await stubList('?search=pos', found);
  const { search } = await openList();
  const box = search.element() as HTMLInputElement;
  const type = (text: string) => {
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  type('po');
  vi.advanceTimersByTime(300);
  type('pos');
  await expect.poll(currentPath).toBe('/blog?search=po');
  await vi.advanceTimersByTimeAsync(300);
  await expect.poll(currentPath).toBe('/blog?search=pos');
  history.back();
  await expect.poll(currentPath).toBe('/blog');
});

test('Enter searches at once, and Tab reaches every filter in reading order', async () => {
  await stubList('', posts);
  await stubList('?search=post', found);
  await stubList('?search=post&category=guides', found);
  const { screen, search, category, tag, clear, shows } = await openList();
  await search.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('post{Enter}');
  expect(currentPath()).toBe('/blog?search=post');
  await userEvent.tab();
  await expect.element(category).toHaveFocus();
  await userEvent.keyboard('g');
  await expect.poll(currentPath).toBe('/blog?search=post&category=guides');
  await userEvent.tab();
  await expect.element(tag).toHaveFocus();
  await userEvent.tab();
  await expect.element(clear).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await shows(titles);
  await expect.element(search).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Search' })).not.toBeInTheDocument();
});

test('the focus stays on Clear Filters, and moves to the list from a post, when other posts arrive', async () => {
  await stubList('?category=guides', posts);
  await stubList('?category=guides&tag=video', found, { isPending: true });
  const { section, category, tag, clear, shows } = await openList();
  await category.selectOptions('guides');
  await tag.selectOptions('video');
  await expect.poll(requestedPaths).toContain('/blog?category=guides&tag=video');
  (clear.element() as HTMLElement).focus();
  await commands.releaseResponses();
  await shows(['Found by the server']);
  await expect.element(clear).toHaveFocus();
  (section.getByRole('link', { name: 'Read more: Found by the server' }).element() as HTMLElement).focus();
  history.back();
  await shows(titles);
  await expect.element(section).toHaveFocus();
});

test('input method text is searched after composition ends', async () => {
  await stubList('?search=%E6%97%A5%E6%9C%AC', found);
  const { search, shows } = await openList();
  const box = search.element() as HTMLInputElement;
  box.focus();
  box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  box.value = 'にほ';
  box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
  await shows(titles);
  box.value = '日本';
  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
  await shows(['Found by the server']);
  expect(currentPath()).toBe('/blog?search=%E6%97%A5%E6%9C%AC');
});

test('a search without results says so', async () => {
  await stubList('?search=qxzvwkj', []);
  const { screen, search, cards } = await openList();
  await search.fill('qxzvwkj');
  await expect
    .element(screen.getByText('No posts found matching your criteria.', { exact: true }))
    .toBeVisible();
  await expect.element(cards).not.toBeInTheDocument();
  await expectAccessible();
});
