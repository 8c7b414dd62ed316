import { type ReactNode, useId } from 'react';

type PanelProps = { title: string; about?: string; children: ReactNode };

/** One group of the host's controls. */
export function Panel({ title, about, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="text-title font-bold">
        {title}
      </h2>
      {about ? <p className="mt-0.5 text-small text-mute">{about}</p> : null}
      <div className="mt-4 space-y-4">{children}</div>
    </section>
  );
}
