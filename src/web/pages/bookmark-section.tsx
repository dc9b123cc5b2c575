import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { bookmarklet } from './bookmarklet.ts';
import { CodeLine } from './code-line.tsx';
import { PageSection } from './page-section.tsx';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/**
 * The bookmark, to be dragged or copied. React writes no `javascript:` address, and the page's policy runs none: this
 * one is for other pages, and made of nothing but our own address.
 */
export function BookmarkSection({ start }: { start: string }) {
  const t = useTranslator();
  const address = bookmarklet(start);
  const link = `<a href="${escapeHtml(address)}" class="${buttonClass('primary', 'cursor-grab')}">${escapeHtml(t('tools.bookmark.label'))}</a>`;
  return (
    <PageSection heading={t('tools.bookmark.heading')} turn="turn-start">
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.bookmark.text')}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped, of a constant and a message. */}
      <p className="mt-5" dangerouslySetInnerHTML={{ __html: link }} />
      <p className="mt-6 max-w-prose text-pretty text-muted">{t('tools.bookmark.copy')}</p>
      <CodeLine label={t('tools.bookmark.code')} code={address} />
    </PageSection>
  );
}
