import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { LoadingRegion } from './loading-region.tsx';
import { Pager } from './pager.tsx';
import { Skeleton } from './skeleton.tsx';

type Page<Row> = { list: Row[]; total: number; pageNum: number; pageSize: number };

type PagedRecordProps<Row> = {
  record: UseQueryResult<Page<Row>>;
  onPage: (page: number) => void;
  /** What could not be loaded, as a sentence. */
  errorText: string;
  empty: ReactNode;
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
};

/** A history page by page, with its loading, empty and failed states. */
export function PagedRecord<Row>({
  record,
  onPage,
  errorText,
  empty,
  keyOf,
  renderRow,
}: PagedRecordProps<Row>): ReactNode {
  if (record.isError && !record.data) {
    return (
      <LoadError
        text={errorText}
        error={record.error}
        retrying={record.isFetching}
        onRetry={() => void record.refetch()}
      />
    );
  }
  if (!record.data) return <RecordSkeleton />;
  const { list, total, pageNum, pageSize } = record.data;
  if (total === 0) return empty;
  return (
    <>
      <ul className={`divide-y divide-line transition-opacity ${record.isPlaceholderData ? 'opacity-60' : ''}`}>
        {list.map((entry) => (
          <li key={keyOf(entry)}>{renderRow(entry)}</li>
        ))}
      </ul>
      <Pager page={pageNum} pageCount={Math.ceil(total / pageSize)} onPage={onPage} />
    </>
  );
}

function RecordSkeleton(): ReactNode {
  return (
    <LoadingRegion>
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex min-h-16 items-center gap-3 py-2.5">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-4 w-32 rounded-full" />
            <Skeleton className="h-3 w-24 rounded-full" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
