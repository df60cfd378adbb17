extension RuleTree {
  /// Applies an overlay file: rules of the same form that hold only what they
  /// change. What is wrong goes to the log; throws where a file cannot be had.
  public mutating func apply(
    overlayFile name: String, from loader: FileLoader, sources: inout Sources,
    log: inout DiagnosticLog
  ) throws(Trouble) {
  }

  /// Applies one `PATH=VALUE` setting.
  public mutating func apply(
    setting: String, sources: inout Sources, log: inout DiagnosticLog
  ) {
  }
}
