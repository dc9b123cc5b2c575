import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { BlogFigures, FigureRange, ServerFigures, ThreadsStatus } from '#figures/contract.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { LinkNav } from '../../ui/list/link-nav.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { formatMoney } from '../format-money.ts';
import { BlogSections } from './blog-sections.tsx';
import { formatCount, formatShare, sum } from './chart-data.ts';
import { figuresPath, listRangeLinks, readRange } from './figure-range.ts';
import { ServerSections } from './server-sections.tsx';
import { ThreadsStatusPanel } from './threads-status-panel.tsx';

export interface FiguresPageData {
  range: FigureRange;
  blog: BlogFigures;
  /** null for editors, who see the figures of the blog. */
  server: { figures: ServerFigures; status: ThreadsStatus; hasPrices: boolean } | null;
  now: number;
}

/** `/admin/figures?days=90` */
export async function loader({ url, context }: LoaderFunctionArgs): Promise<FiguresPageData> {
  const { accounts, figures, now } = context.get(servicesContext);
  const { user } = requireSession(context);
  const range = readRange(url);
  const blog = await figures.readBlog(range);
  if (!accounts.can(user, 'settings.manage')) return { range, blog, server: null, now: now() };
  const server = {
    figures: await figures.readServer(range),
    status: await figures.readStatus(),
    hasPrices: figures.hasPrices(),
  };
  return { range, blog, server, now: now() };
}

/** Works without JavaScript. */
export default function FiguresPage() {
  const t = useTranslator();
  const { range, blog, server, now } = useLoaderData<typeof loader>();
  return (
    <AdminPage path={figuresPath} title={t('admin.nav.figures')} subtitle={t('admin.figures.intro')}>
      {server && <ThreadsStatusPanel status={server.status} now={now} />}
      <LinkNav label={t('admin.figures.range')} links={listRangeLinks(t, range)} />
      <Totals blog={blog} server={server} />
      <BlogSections {...blog} range={range} />
      {server && <ServerSections {...server.figures} hasPrices={server.hasPrices} />}
    </AdminPage>
  );
}

function Totals({ blog, server }: Pick<FiguresPageData, 'blog' | 'server'>) {
  const t = useTranslator();
  const format = (count: number) => formatCount(t.locale, count);
  const totals = [[t('admin.blog.column.views'), format(sum(blog.days.map(({ views }) => views)))]];
  if (server) {
    const { downloads, extractions, tokens, models } = server.figures;
    const saved = downloads.map(({ day: _day, ...kinds }) => sum(Object.values(kinds)));
    const failed = sum(extractions.map((row) => row.failed));
    const reads = failed + sum(extractions.map(({ ok }) => ok));
    const [cost] = models.flatMap((model) => model.cost ?? []);
    totals.push(
      [t('admin.settings.claim_downloads'), format(sum(saved))],
      [t('admin.figures.reads'), format(reads)],
      [t('admin.figures.failed_share'), formatShare(t.locale, failed, reads)],
      [t('admin.spend.tokens'), format(sum(tokens.map((row) => row.tokensIn + row.tokensOut)))],
    );
    if (cost) {
      const amount = sum(models.map((model) => model.cost?.amount ?? 0));
      totals.push([t('admin.figures.cost'), formatMoney({ ...cost, amount }, t.locale)]);
    }
  }
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {totals.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-2xl bg-sunken p-4">
          <dt className="text-sm text-pretty text-muted">{label}</dt>
          <dd className="text-2xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
