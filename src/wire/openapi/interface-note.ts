/** What an interface says about one of its fields. */
export interface FieldNote {
  /** The field's doc comment. */
  readonly says: string;
  /** The values that are known of an open set of texts. */
  readonly known?: readonly string[];
  /** The interface of the value, or of the members of the list. */
  readonly holds?: string;
}

/** What an interface says about itself. */
export interface InterfaceNote {
  /** Its doc comment. */
  readonly says: string;
  /** Its fields, inherited ones included; a mere text is the field's doc comment. */
  readonly fields: Readonly<Record<string, string | FieldNote>>;
}

/** Interfaces by name. */
export type InterfaceNotes = Readonly<Record<string, InterfaceNote>>;

/** What an operation says about itself. */
export interface OperationNote {
  /** Its doc comment. */
  readonly says: string;
  /** The interface of what goes in. */
  readonly takes?: string;
  /** The interface of what comes out, or of its members. */
  readonly gives?: string;
}
