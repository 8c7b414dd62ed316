import type { ReactNode } from 'react';

/** A part of the rules under its heading. */
export function RuleSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-title font-bold">{title}</h3>
      {children}
    </section>
  );
}
