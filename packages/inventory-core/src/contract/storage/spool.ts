/** A temporary file without a name, which the operating system deletes with the process. Pieces are read in the order of writing. */
export interface SpoolFile {
  /** Whether all pieces have been read. */
  readonly isDrained: boolean;
  /** Reserves space for further pieces, which is released by {@link close}. @returns false when there is not enough */
  reserve(bytes: number): boolean;
  /** Appends a piece, within the reserved space. @throws errors of the file system */
  append(piece: Uint8Array): Promise<void>;
  /** Returns the next piece. Call it while the file is not drained, once at a time. @throws errors of the file system */
  read(): Promise<Buffer>;
  /** Deletes the file. Further calls have no effect. */
  close(): Promise<void>;
}

/** Temporary files of a host, for lists of slow clients and for large request bodies. They share one size limit. */
export interface Spool {
  /** Size limit of all files together, in bytes. */
  readonly bytes: number;
  /** Opens a file. @returns undefined when too many files are open */
  open(): SpoolFile | undefined;
}
