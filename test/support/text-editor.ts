import type { Locator, Page } from 'playwright';
import type { DeskDocument } from '#desk/contract.ts';
import { askDesk, asSignedIn } from './admin-session.ts';
import type { Product } from './open-product.ts';

export interface OpenText {
  page: Page;
  text: Locator;
  tool(name: string): Locator;
  /** What the server has of it, after a save. */
  stored(): Promise<string>;
  /** Empties the text and has the caret in it. */
  clear(): Promise<void>;
}

/** A draft with this text, in the editor's page. */
export async function openText(product: Product, cookie: string, content = ''): Promise<OpenText> {
  const fields = { title: 'A text', content, status: 'draft' };
  const body = { mode: 'save', locale: 'en', fields };
  const { id } = await askDesk<DeskDocument>(product.app, cookie, 'POST /posts', { body });
  const page = await product.visit(`/admin/blog/${id}`, {
    ...asSignedIn(cookie),
    viewport: { width: 1280, height: 900 },
  });
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.waitFor();
  return {
    page,
    text,
    tool: (name) =>
      page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true }),
    async stored() {
      const told = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().endsWith(`/api/admin/posts/${id}`),
      );
      await page.keyboard.press('Control+s');
      await (await told).finished();
      const kept = await askDesk<DeskDocument>(product.app, cookie, `GET /posts/${id}`);
      return kept.fields.content;
    },
    async clear() {
      await text.focus();
      for (const key of ['Control+a', 'Backspace', 'Backspace']) await page.keyboard.press(key);
    },
  };
}
