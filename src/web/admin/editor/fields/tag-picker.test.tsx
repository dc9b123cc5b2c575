import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { TagPicker } from './tag-picker.tsx';

const tags = [
  { id: 'v', name: 'Video' },
  { id: 'p', name: 'Privacy' },
];

test('tags can be added and removed, and selected tags are marked', async () => {
  const onChange = vi.fn<(ids: string[]) => void>();
  const screen = await renderComponent(<TagPicker tags={tags} selected={['p']} onChange={onChange} />);
  const group = screen.getByRole('group', { name: 'Tags' });
  const [video, privacy] = ['Video', 'Privacy'].map((name) => group.getByRole('button', { name }));
  if (!video || !privacy) throw new Error('a tag is missing');
  await expect.element(video).toHaveAttribute('aria-pressed', 'false');
  await expect.element(privacy).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible();
  await video.click();
  await privacy.click();
  expect(onChange.mock.calls).toEqual([[['p', 'v']], [[]]]);
});

test('without tags, a message is shown', async () => {
  const screen = await renderComponent(<TagPicker tags={[]} selected={[]} onChange={() => undefined} />);
  await expect.element(screen.getByText('There are no tags yet.')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
