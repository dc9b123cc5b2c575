import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localizedPath } from '#i18n/localized-path.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import { PageSection } from '../../layout/page-section.tsx';
import { InlineScript } from '../../rendering/inline-scripts.tsx';
import { requireKnownLocale } from '../../requests/not-found.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { showDeviceFirst } from './show-device-first.ts';
import { BookmarkletSection, CodeSnippet, ShortcutSection } from './tools-sections.tsx';

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { publicOrigin, requiresProof } = args.context.get(servicesContext);
  return { origin: publicOrigin, requiresProof: requiresProof() };
}

export default function ToolsPage() {
  const t = useTranslator();
  const { origin, requiresProof } = useLoaderData<typeof loader>();
  const start = origin + localizedPath(t.locale, '/');
  return (
    <PageLayout
      kind="WebPage"
      page="/tools"
      title={t('tools.title')}
      description={t('tools.description')}
      name={t('tools.heading')}
      heading={t('tools.heading')}
      intro={t('tools.intro')}
    >
      <BookmarkletSection start={start} />
      <PageSection heading={t('tools.url_prefix.heading')} lineClass="turn-end">
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.url_prefix.text')}</p>
        <CodeSnippet code={`${start.replace(/\/$/, '')}/https://www.${t('form.placeholder')}`} />
      </PageSection>
      <PageSection id="android" heading={t('tools.share.heading')} lineClass="turn-start">
        <ol className="mt-4 grid max-w-prose list-decimal gap-3 ps-6 text-lg text-pretty marker:font-bold marker:text-accent">
          <li>{t('tools.share.install')}</li>
          <li>{t('tools.share.use')}</li>
        </ol>
        <p className="mt-4 max-w-prose text-pretty text-muted">{t('tools.share.none')}</p>
      </PageSection>
      <ShortcutSection origin={origin} start={start} canSave={!requiresProof} />
      <PageSection heading={t('tools.api.heading')} lineClass="turn-start">
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.api.text')}</p>
        <p className="mt-3">
          <a href="/api" className="font-semibold text-accent underline underline-offset-4">
            {t('tools.api.link')}
          </a>
        </p>
      </PageSection>
      {import.meta.env.SSR && <InlineScript code={`(${showDeviceFirst})()`} />}
    </PageLayout>
  );
}
