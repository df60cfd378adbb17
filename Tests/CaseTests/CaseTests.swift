import Testing

@Suite struct CaseTests {}
