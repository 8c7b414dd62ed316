import { useEffect, useState } from 'react';
import type { MessageId } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import { holdUnsavedWork } from '../unsaved-work.ts';
import { type FieldRule, firstProblem } from './field-rules.ts';

export type FieldPlan = { readonly label: MessageId; readonly rules: readonly FieldRule[] };

type Field = {
  readonly label: string;
  readonly value: string;
  /** The error after the field loses focus or on submit, not while the fan types. */
  readonly error: string | undefined;
  readonly set: (value: string) => void;
  readonly leave: () => void;
};

export type Fields<Name extends string> = {
  readonly fields: Record<Name, Field>;
  readonly values: Record<Name, string>;
  /** Shows every problem; true when there is none among the named fields (all, when none is named). */
  readonly check: (...names: Name[]) => boolean;
  /** Puts the server's objection beside the field that it is about. */
  readonly objectTo: (name: Name, message: string) => void;
};

type FieldState = { readonly value: string; readonly touched: boolean; readonly objection: string | undefined };

/** Returns the state of a small form: values, labels and errors. Input is never lost. */
export function useFields<Name extends string>(
  plan: Readonly<Record<Name, FieldPlan>>,
  initial?: Readonly<Partial<Record<NoInfer<Name>, string>>>,
): Fields<Name> {
  const t = useText();
  const names = Object.keys(plan) as Name[];
  const [state, setState] = useState(() =>
    record(names, (name): FieldState => ({ value: initial?.[name] ?? '', touched: false, objection: undefined })),
  );

  const isTyped = names.some((name) => state[name].value !== (initial?.[name] ?? ''));
  useEffect(() => (isTyped ? holdUnsavedWork() : undefined), [isTyped]);

  const update = (name: Name, change: Partial<FieldState>) =>
    setState((before) => ({ ...before, [name]: { ...before[name], ...change } }));
  const problemOf = (name: Name) => firstProblem(state[name].value, plan[name].rules);
  const errorOf = (name: Name): string | undefined => {
    const { touched, objection } = state[name];
    if (objection !== undefined) return objection;
    const problem = touched ? problemOf(name) : undefined;
    return problem && t(problem.id, { ...problem.values, label: t(plan[name].label) });
  };

  return {
    fields: record(names, (name) => ({
      label: t(plan[name].label),
      value: state[name].value,
      error: errorOf(name),
      set: (value) => update(name, { value, objection: undefined }),
      leave: () => update(name, { touched: state[name].touched || state[name].value !== '' }),
    })),
    values: record(names, (name) => state[name].value),
    check: (...checked) => {
      const asked = checked.length > 0 ? checked : names;
      for (const name of asked) update(name, { touched: true });
      return asked.every((name) => problemOf(name) === undefined);
    },
    objectTo: (name, message) => update(name, { objection: message, touched: true }),
  };
}

function record<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}
