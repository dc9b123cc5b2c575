import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { stopClock } from '#test/support/components/stop-clock.ts';
import { useToasts } from './toast-provider.tsx';

const onPick = vi.fn();

afterEach(() => {
  onPick.mockReset();
});

function Buttons() {
  const { show, dismissOpen } = useToasts();
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => show({ title: 'First', description: 'One.' })}>
        Show first
      </button>
      <button
        type="button"
        onClick={() => show({ title: 'Second', description: 'Two.', tone: 'destructive' })}
      >
        Show second
      </button>
      <button
        type="button"
        onClick={() => show({ title: 'Deleted', description: 'Gone.', action: { label: 'Undo', onPick } })}
      >
        Show undo
      </button>
      <button type="button" onClick={dismissOpen}>
        Next step
      </button>
    </main>
  );
}

async function openToasts() {
  const screen = await renderComponent(<Buttons />);
  return {
    screen,
    toast: (title: string) => screen.getByRole('listitem').filter({ hasText: title }),
    press: (name: string) => screen.getByRole('button', { name, exact: true }).click(),
  };
}

test('a toast shows its title and text, and the next toast replaces it', async () => {
  await page.viewport(320, 700);
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First').getByText('One.', { exact: true })).toBeVisible();
  await expectAccessible();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast closes after five seconds, or after ten with an action', async () => {
  const { toast, press } = await openToasts();
  // The first toast loads them.
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  for (const [button, title, duration] of [
    ['Show first', 'First', 5_000],
    ['Show undo', 'Deleted', 10_000],
  ] as const) {
    await press(button);
    await expect.element(toast(title)).toBeVisible();
    await vi.advanceTimersByTimeAsync(duration - 100);
    await expect.element(toast(title)).toBeVisible();
    await vi.advanceTimersByTimeAsync(100);
    await expect.element(toast(title)).not.toBeInTheDocument();
  }
});

test('clicking the action runs it and closes the toast', async () => {
  const { toast, press } = await openToasts();
  await press('Show undo');
  await toast('Deleted').getByRole('button', { name: 'Undo' }).click();
  expect(onPick).toHaveBeenCalledOnce();
  await expect.element(toast('Deleted')).not.toBeInTheDocument();
});

test('dismissOpen closes the open toast', async () => {
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await press('Next step');
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('F8 moves the focus to the toast, and Escape closes it and returns the focus', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeInTheDocument();
  await userEvent.keyboard('{F8}');
  await userEvent.tab();
  expect(toast('First').element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(toast('First')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Show first' })).toHaveFocus();
});

test('the close button closes the toast and returns the focus', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show second');
  await toast('Second').getByRole('button', { name: 'Close' }).click();
  await expect.element(toast('Second')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Show second' })).toHaveFocus();
});

test('a toast waits while the pointer is over it', async () => {
  const { toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await toast('First').hover();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('First')).toBeVisible();
  await toast('First').unhover();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast is announced once', async () => {
  const { screen, press } = await openToasts();
  await press('Show undo');
  const announcement = screen.getByRole('status');
  await expect.element(announcement).toHaveTextContent('Notification Deleted Gone. Undo');
  await expect.element(announcement).not.toBeInTheDocument();
});

test('a long swipe to the right closes the toast, a short one does not, and neither presses a button', async () => {
  const { toast, press } = await openToasts();
  await press('Show undo');
  const undo = toast('Deleted');
  await expect.element(undo).toBeVisible();
  const swipe = (distance: number) =>
    userEvent.dragAndDrop(undo, undo, {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: 20 + distance, y: 20 },
      steps: 5,
    });
  await swipe(40);
  await expect.element(undo).toBeVisible();
  await swipe(120);
  await expect.element(undo).not.toBeInTheDocument();
  expect(onPick).not.toHaveBeenCalled();
});
