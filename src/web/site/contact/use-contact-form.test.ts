import { expect, test } from 'vitest';
import { contactUrls } from './use-contact-form.ts';

test('the script posts to the page, and the form action adds a fragment', () => {
  expect(contactUrls('en')).toEqual({ path: '/contact', action: '/contact#contact-form' });
  expect(contactUrls('de')).toEqual({ path: '/de/contact', action: '/de/contact#contact-form' });
});
