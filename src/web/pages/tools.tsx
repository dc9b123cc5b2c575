import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localizedPath } from '#i18n/localized-path.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { BookmarkSection } from './bookmark-section.tsx';
import { CodeLine } from './code-line.tsx';
import { PageSection } from './page-section.tsx';
import { refuseUnknownLocale } from './refuse-unknown-locale.ts';
import { ShortcutSection } from './shortcut-section.tsx';
import { SubPage } from './sub-page.tsx';

export function loader(args: LoaderFunctionArgs) {
  refuseUnknownLocale(args);
  const { publicOrigin, asksForProofs } = args.context.get(servicesContext);
  return { origin: publicOrigin, asksForProofs };
}

/** Ways to a post that need no copying. */
export default function ToolsPage() {
  const t = useTranslator();
  const { origin, asksForProofs } = useLoaderData<typeof loader>();
  const start = origin + localizedPath(t.locale, '/');
  return (
    <SubPage
      kind="WebPage"
      page="/tools"
      title={t('tools.title')}
      description={t('tools.description')}
      name={t('tools.heading')}
      heading={t('tools.heading')}
      intro={t('tools.intro')}
    >
      <BookmarkSection start={start} />
      <PageSection heading={t('tools.address.heading')} turn="turn-end">
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.address.text')}</p>
        <CodeLine code={`${start.replace(/\/$/, '')}/https://www.${t('form.placeholder')}`} />
      </PageSection>
      <PageSection heading={t('tools.share.heading')} turn="turn-start">
        <ol className="mt-4 grid max-w-prose list-decimal gap-3 ps-6 text-lg text-pretty marker:font-bold marker:text-accent">
          <li>{t('tools.share.install')}</li>
          <li>{t('tools.share.use')}</li>
        </ol>
        <p className="mt-4 max-w-prose text-pretty text-muted">{t('tools.share.none')}</p>
      </PageSection>
      <ShortcutSection origin={origin} start={start} canSave={!asksForProofs} />
      <PageSection heading={t('tools.api.heading')} turn="turn-start">
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.api.text')}</p>
        <p className="mt-3">
          <a href="/api" className="font-semibold text-accent underline underline-offset-4">
            {t('tools.api.link')}
          </a>
        </p>
      </PageSection>
    </SubPage>
  );
}
