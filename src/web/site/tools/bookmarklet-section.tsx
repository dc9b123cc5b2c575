import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { PageSection } from '../../layout/page-section.tsx';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CodeSnippet } from './code-snippet.tsx';

/** Percent signs, quotes and blanks are escaped such that no browser changes them. */
export function bookmarkletUrl(start: string): string {
  const targetPrefix = `${start}?url=`;
  return `javascript:void(window.open(${quote(targetPrefix)}+encodeURIComponent(location.href)))`;
}

function quote(text: string): string {
  return `'${encodeURI(text).replaceAll("'", '%27')}'`;
}

/** React blocks `javascript:` URLs, so the link is raw HTML. The page's own policy doesn't run it. */
export function BookmarkletSection({ start }: { start: string }) {
  const t = useTranslator();
  const url = bookmarkletUrl(start);
  const link = `<a href="${escapeHtmlAttribute(url)}" class="${buttonClass('primary', 'cursor-grab')}">${escapeHtml(t('tools.bookmarklet.label'))}</a>`;
  return (
    <PageSection heading={t('tools.bookmarklet.heading')} lineClass="turn-start">
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.bookmarklet.text')}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: consists of an escaped constant and message. */}
      <p className="mt-5" dangerouslySetInnerHTML={{ __html: link }} />
      <p className="mt-6 max-w-prose text-pretty text-muted">{t('tools.bookmarklet.copy')}</p>
      <CodeSnippet label={t('tools.bookmarklet.code')} code={url} />
    </PageSection>
  );
}
