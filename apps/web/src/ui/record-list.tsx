import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './dialog.tsx';
import { Empty } from './empty.tsx';
import type { IconComponent } from './icons/draw-icon.tsx';
import { ReceiptIcon } from './icons/more-icons.tsx';
import { InfiniteList } from './infinite-list.tsx';
import { RecordRow } from './record-row.tsx';

type RecordView = ComponentProps<typeof RecordRow> & {
  /** The screen reader label of the button that opens the receipt; without it there is no receipt. */
  receiptLabel?: string;
};

type ReceiptView = { readonly title: string; readonly subtitle: string; readonly content: ReactNode };

type RecordListProps<Row> = Omit<ComponentProps<typeof InfiniteList<Row>>, 'renderRow' | 'empty'> & {
  /** The text of an empty list. */
  empty: ComponentProps<typeof Empty>;
  viewOf: (row: Row) => RecordView;
  receiptOf?: (row: Row) => ReceiptView | null;
};

/** Shows a history, newest first, page by page, with receipts. */
export function RecordList<Row>({ empty, viewOf, receiptOf, ...list }: RecordListProps<Row>): ReactNode {
  const [open, setOpen] = useState<Row | null>(null);
  const receipt = open === null ? null : receiptOf?.(open);
  return (
    <>
      <InfiniteList
        {...list}
        empty={<Empty {...empty} />}
        renderRow={(row) => {
          const { receiptLabel, trailing, ...view } = viewOf(row);
          if (receiptLabel === undefined) return <RecordRow {...view} trailing={trailing} />;
          return (
            <RecordRow
              {...view}
              trailing={
                <div className="flex items-center gap-2">
                  {trailing}
                  <Button variant="soft" className="w-11 px-0!" aria-label={receiptLabel} onClick={() => setOpen(row)}>
                    <ReceiptIcon size={18} />
                  </Button>
                </div>
              }
            />
          );
        }}
      />
      {receipt ? (
        <Sheet title={receipt.title} subtitle={receipt.subtitle} onClose={() => setOpen(null)}>
          <div className="mt-5 space-y-4">{receipt.content}</div>
        </Sheet>
      ) : null}
    </>
  );
}

/** Stands at the start of a record that has no picture. */
export function RecordIcon({ icon: Icon }: { icon: IconComponent }): ReactNode {
  return (
    <span className="grid size-11 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
      <Icon size={20} />
    </span>
  );
}
