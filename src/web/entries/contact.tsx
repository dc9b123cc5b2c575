// Its React is Preact: see scripts/preact-runtime.ts.
import { suggestFromLinks } from '../layout/language/start-language-suggestion.ts';
import { hydrateIsland } from '../rendering/hydrate-island.tsx';
import { ContactForm, contactIslandId } from '../site/contact/contact-form.tsx';
import { ContactFormError } from '../site/contact/contact-form-error.tsx';

await hydrateIsland(contactIslandId, ContactForm, ContactFormError);
suggestFromLinks(document.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]'));
