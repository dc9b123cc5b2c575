import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { PageSection } from '../../layout/page-section.tsx';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';

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

const steps =
  'mt-3 grid max-w-prose list-decimal gap-3 ps-6 text-lg text-pretty marker:font-bold marker:text-accent';

/** Instructions instead of a downloadable shortcut, which goes stale and hides what it does. */
export function ShortcutSection({
  origin,
  start,
  canSave,
}: {
  origin: string;
  start: string;
  /** False if an API call needs a proof of work, which a shortcut can't compute. */
  canSave: boolean;
}) {
  const t = useTranslator();
  return (
    <PageSection id="ios" heading={t('tools.shortcut.heading')} lineClass="turn-end">
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.shortcut.intro')}</p>
      <h3 className="mt-8 text-xl font-bold">{t('tools.shortcut.open.heading')}</h3>
      <ol className={steps}>
        <li>{t('tools.shortcut.new')}</li>
        <li>{t('tools.shortcut.open.encode')}</li>
        <li>
          {t('tools.shortcut.open.go')}
          <CodeSnippet code={`${start}?url=`} />
        </li>
      </ol>
      {canSave && (
        <>
          <h3 className="mt-10 text-xl font-bold">{t('tools.shortcut.save.heading')}</h3>
          <ol className={steps}>
            <li>{t('tools.shortcut.new')}</li>
            <li>
              {t('tools.shortcut.save.ask')}
              <CodeSnippet code={`${origin}/functions/v1/extract-threads-media`} />
            </li>
            <li>{t('tools.shortcut.save.list')}</li>
            <li>{t('tools.shortcut.save.first')}</li>
            <li>
              {t('tools.shortcut.save.fetch')}
              <CodeSnippet code={origin} />
            </li>
          </ol>
          <p className="mt-5 max-w-prose text-pretty text-muted">{t('tools.shortcut.note')}</p>
        </>
      )}
    </PageSection>
  );
}

export function CodeSnippet({ code, label }: { code: string; label?: string }) {
  return (
    <p className="mt-3 max-w-2xl">
      {label && <span className="block text-sm font-semibold">{label}</span>}
      <code
        dir="ltr"
        className="mt-1 block rounded-xl border border-line bg-sunken px-4 py-3 text-sm select-all wrap-anywhere"
      >
        {code}
      </code>
    </p>
  );
}
