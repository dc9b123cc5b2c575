import { timestamp } from 'drizzle-orm/pg-core';

/** To the millisecond, as JavaScript has it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
