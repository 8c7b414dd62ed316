import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

type FanDay = {
  readonly fanId: number;
  readonly activityId: string;
  /** A date such as `2026-11-21`, in the activity's time zone. */
  readonly day: string;
};

/** Returns the number of tickets a fan has converted on a day. */
export async function ticketsConvertedOn(db: Kysely<DB>, { fanId, activityId, day }: FanDay): Promise<number> {
  const row = await db
    .selectFrom('conversion_day')
    .select('tickets')
    .where('fan_id', '=', fanId)
    .where('activity_id', '=', activityId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.tickets ?? 0;
}

/**
 * Adds tickets to a fan's conversions of the day, and returns the number before. The row is locked until the transaction
 * ends, so that concurrent conversions get different numbers.
 */
export async function takeTicketsOfDay(
  tx: Transaction<DB>,
  { fanId, activityId, day, tickets }: FanDay & { readonly tickets: number },
): Promise<number> {
  const { before } = await tx
    .insertInto('conversion_day')
    .values({ fan_id: fanId, activity_id: activityId, day, tickets })
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'activity_id', 'day'])
        .doUpdateSet((rows) => ({ tickets: rows('conversion_day.tickets', '+', rows.ref('excluded.tickets')) })),
    )
    .returning((row) => row('tickets', '-', tickets).as('before'))
    .executeTakeFirstOrThrow();
  return before;
}

type NewConversion = FanDay & {
  readonly tickets: number;
  readonly votes: number;
  readonly key: string;
  readonly convertedAt: Date;
  /** The tickets of the day, these included. */
  readonly dayTickets: number;
  readonly ruleSetId: number | null;
};

/** Returns the id of the conversion. */
export async function insertConversion(tx: Transaction<DB>, conversion: NewConversion): Promise<string> {
  const { id } = await tx
    .insertInto('ticket_conversion')
    .values({
      fan_id: conversion.fanId,
      activity_id: conversion.activityId,
      tickets: conversion.tickets,
      votes: conversion.votes,
      key: conversion.key,
      converted_at: conversion.convertedAt,
      day: conversion.day,
      day_tickets: conversion.dayTickets,
      rule_set: conversion.ruleSetId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

export type Conversion = { readonly tickets: number; readonly votes: number };

/**
 * Returns what a vote converted; null if it converted nothing. A mere conversion may have the same key, but only the
 * vote's own has its time of receipt.
 */
export async function conversionOfVote(
  db: Kysely<DB>,
  { fanId, key, receivedAt }: { readonly fanId: number; readonly key: string; readonly receivedAt: Date },
): Promise<Conversion | null> {
  const conversion = await db
    .selectFrom('ticket_conversion')
    .select(['tickets', 'votes'])
    .where('fan_id', '=', fanId)
    .where('key', '=', key)
    .where('converted_at', '=', receivedAt)
    .executeTakeFirst();
  return conversion ?? null;
}
