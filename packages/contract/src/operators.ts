import * as z from 'zod';
import type { Endpoint, OperatorRole, Route } from './endpoint.ts';
import { instant, line, page, pageOf } from './primitives.ts';

const operatorRoles = ['editor', 'moderator', 'auditor'] as const satisfies readonly OperatorRole[];

/** The reason that every changing operator call requires. An emoji counts as one character. */
export const why = line.trim().regex(/^.{3,500}$/su, 'text of 3 to 500 characters');

const act = z.object({
  actId: z.string(),
  at: instant,
  /** The name of the operator. */
  operator: z.string(),
  role: z.enum(operatorRoles),
  /** The operator call, for example `forms/confirm`. */
  action: z.string(),
  /** The object of the call, for example `task:fan-survey`. */
  subject: z.string(),
  why: z.string(),
  /** State before and after the change; null where there was none. */
  before: z.unknown(),
  after: z.unknown(),
});

export const operatorEndpoints = {
  'GET /operator/api/v1/acts/list': {
    summary: 'The audit log of operators’ changes, newest first.',
    auth: 'operator',
    roles: operatorRoles,
    query: page.extend({ operator: line.min(1).max(40).optional(), subject: line.min(1).max(200).optional() }),
    data: pageOf(act),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
