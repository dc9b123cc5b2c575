import { data, type HeadersArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type MediaErrorCode, mediaErrorCodes } from '#media/contract.ts';
import { formatError } from '../../error-messages.ts';
import { getHeaderCounter, listClaims } from '../../layout/claims.ts';
import { randomCounterStart } from '../../layout/download-counter.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { noStoreHeaders } from '../../request-contract.ts';
import { requireKnownLocale } from '../../requests/not-found.ts';
import { PageHead } from '../../seo/page-head.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { handleExtractionForm } from '../extraction-form-action.ts';
import { readInitialLink } from '../link/initial-link.ts';
import { HomeIsland } from './home.tsx';

export const handle: PageHandle = { bundle: 'start', entry: 'home' };

function isMediaErrorCode(text: string | null): text is MediaErrorCode {
  return mediaErrorCodes.some((code) => code === text);
}

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const services = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const problem = searchParams.get('problem');
  const settings = services.settings.site();
  const counts = services.realCounts();
  const t = serverTranslator(splitLocale(pathname).locale, settings.siteName);
  const initialLink = readInitialLink(searchParams);
  const page = {
    counter: getHeaderCounter(t, settings, counts, randomCounterStart(services.random)),
    claims: listClaims(t, settings, counts),
    contactEmail: services.contactEmail(),
    problem: isMediaErrorCode(problem) ? { text: formatError(t, { code: problem }), post: null } : null,
    initialLink,
  };
  return data(page, initialLink === null ? undefined : { headers: noStoreHeaders });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export async function action(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { locale } = splitLocale(new URL(args.request.url).pathname);
  return handleExtractionForm(args.request, locale, args.context.get(servicesContext));
}

export default function HomePage() {
  const t = useTranslator();
  const page = useLoaderData<typeof loader>();
  const formResult = useActionData<typeof action>() ?? null;
  return (
    <>
      <PageHead page="/" title={t('home.title')} description={t('home.description')} subPage={null} />
      <HomeIsland {...page} formResult={formResult} />
    </>
  );
}
