import * as z from 'zod';
import type { Endpoint, OperatorRole, Route } from './endpoint.ts';
import { instant, line, page, pageOf } from './primitives.ts';
import { visibleLine } from './visible-text.ts';

const operatorRoles = ['editor', 'moderator', 'auditor'] as const satisfies readonly OperatorRole[];

/** The reason that every changing operator call requires. Two characters suffice in Chinese; an emoji counts as one. */
export const why = visibleLine(500, 2);

/** A reason that the fan or everybody reads. */
export const publicReason = visibleLine(200, 2);

const act = z.object({
  actId: z.string(),
  at: instant,
  /** The name of the operator; null for a command on the server's machine. */
  operator: z.string().nullable(),
  role: z.enum(operatorRoles).nullable(),
  /** The operator call, for example `forms/confirm`, or the command, `election/moveEnd`. */
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
    safe: true,
    roles: operatorRoles,
    scope: 'acts',
    query: page.extend({ operator: line.min(1).max(40).optional(), subject: line.min(1).max(200).optional() }),
    data: pageOf(act),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
