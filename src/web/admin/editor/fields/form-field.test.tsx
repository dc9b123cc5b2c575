import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { CharacterCount, TextArea, TextField } from './form-field.tsx';

const frame = {
  hint: 'What it is for',
  aside: <button type="button">Suggest</button>,
  below: <p>Not part of it</p>,
};

test.each([
  ['a field', <TextField key="x" label="Name" {...frame} />],
  ['an area', <TextArea key="x" label="Name" {...frame} />],
])('%s is described only by its hint, and its button is not part of the label', async (_name, element) => {
  const screen = await renderComponent(element);
  const field = screen.getByLabelText('Name', { exact: true });
  await expect.element(field).toHaveAccessibleName('Name');
  await expect.element(field).toHaveAccessibleDescription('What it is for');
  await expect.element(screen.getByRole('button', { name: 'Suggest' })).toBeVisible();
  await expectAccessible();
});

test('a field without a hint has no description', async () => {
  const screen = await renderComponent(<TextField label="Name" />);
  await expect.element(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby');
});

test('a text area grows with its text', async () => {
  const screen = await renderComponent(<TextArea label="Text" rows={3} defaultValue="" />);
  const area = screen.getByLabelText('Text');
  const before = area.element().getBoundingClientRect().height;
  await area.fill('line\n'.repeat(12));
  expect(area.element().getBoundingClientRect().height).toBeGreaterThan(before);
});

test.each([
  ['', '0 of 10 characters'],
  ['1234567890', '10 of 10 characters'],
  ['12345678901', '11 characters. Search results show only about 10.'],
  ['😀😀', '2 of 10 characters'],
])('the counter for “%s” shows “%s”', async (text, sentence) => {
  const screen = await renderComponent(<CharacterCount text={text} limit={10} />);
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
});
