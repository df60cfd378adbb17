@main struct Quote { static func main() { } }
