import { expect, test } from 'vitest';
import { contactAddresses } from './use-contact-form.ts';

test('a message is posted to the page itself; only the form without scripts names the place in it', () => {
  expect(contactAddresses('en')).toEqual({ path: '/contact', action: '/contact#contact-form' });
  expect(contactAddresses('de')).toEqual({ path: '/de/contact', action: '/de/contact#contact-form' });
});
