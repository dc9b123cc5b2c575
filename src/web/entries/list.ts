import { isLocale } from '#i18n/locales.ts';
import { startPostList } from '../blog/list/start-list.ts';
import { suggestFromLinks } from '../layout/language/start-language-suggestion.ts';

startPostList();
const { locale } = document.documentElement.dataset;
// The head of a filtered list has no links to other languages.
if (isLocale(locale))
  suggestFromLinks(locale, document.querySelectorAll<HTMLAnchorElement>('.language-menu a[hreflang]'));
performance.mark('hydrated');
